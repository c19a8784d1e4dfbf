/** The sums by dimension, with links to the requests. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useIsOperator } from '../../api/surface.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Count, Money } from '../../ui/values.tsx';
import { changeOf, measureOf, sumsOf, type Row } from './sums.ts';
import { Change, marginOf } from './totals.tsx';
import { filterOf, nameOf, valueOf, type Usage } from './use-usage.ts';

const firstRows = 50;

export function UsageTable({ usage, label }: { readonly usage: Usage; readonly label: string }) {
  const { t, format } = useLanguage();
  const isOperator = useIsOperator();
  const [isAll, setAll] = useState(false);
  const { rows, by } = usage;
  const earlier = usage.before && new Map(usage.before.map((row) => [valueOf(row, by), [row]]));
  const columns: readonly Column<Row>[] = [
    { id: 'name', title: label, cell: (row) => <NameLink row={row} usage={usage} /> },
    number('requests', t('usage.requests'), (row) => <Count value={row.requests} />),
    number('failures', t('usage.failures'), (row) => <Count value={row.failures} />),
    ...(by === 'upstream' ? attemptColumns(t) : []),
    number('input', t('usage.input'), (row) => <Count value={row.input_tokens} />),
    number('cache', t('usage.cacheShare'), (row) => {
      const share = measureOf(sumsOf(row), 'cacheShare');
      return share === null ? '–' : format.percent(share);
    }),
    number('output', t('usage.output'), (row) => <Count value={row.output_tokens} />),
    ...(isOperator
      ? [number('margin', t('usage.margin'), (row) => <Money amount={marginOf(row)} />)]
      : []),
    number('amount', t('usage.amount'), (row) => <Money amount={row.amount} />),
    number('change', t('usage.change'), (row) => (
      <Change {...changeOf(row, earlier && (earlier.get(valueOf(row, by)) ?? []))} />
    )),
  ];
  return (
    <>
      <Table
        label={t('usage.table', { dimension: label })}
        columns={columns}
        rows={isAll ? rows : rows.slice(0, firstRows)}
        rowKey={(row) => valueOf(row, by) ?? ''}
      />
      {!isAll && rows.length > firstRows && (
        <div className="border-t p-2 text-center">
          <Button look="quiet" onClick={() => setAll(true)}>
            {t('usage.showAll', { count: rows.length })}
          </Button>
        </div>
      )}
    </>
  );
}

function number(id: string, title: string, cell: Column<Row>['cell']): Column<Row> {
  return { id, title, cell, isNumber: true };
}

/** The calls of a provider: one that another provider answered in the end is no request of the first one. */
function attemptColumns(t: ReturnType<typeof useLanguage>['t']): readonly Column<Row>[] {
  return [
    number('attempts', t('usage.attempts'), (row) => <Count value={row.attempts ?? 0} />),
    number('failed-attempts', t('usage.failedAttempts'), (row) => (
      <Count value={row.failed_attempts ?? 0} />
    )),
  ];
}

function NameLink({ row, usage }: { readonly row: Row; readonly usage: Usage }) {
  const { t } = useLanguage();
  const { by, base } = usage;
  const name = nameOf(row, by);
  const value = valueOf(row, by);
  if (name === null || value === null) return <span className="text-muted">{t('usage.none')}</span>;
  return (
    <Link
      to="/requests"
      search={{ ...base, [filterOf[by]]: value }}
      title={t('usage.openRequests', { name })}
      className="font-medium wrap-anywhere text-accent underline-offset-2 hover:underline"
    >
      {name}
    </Link>
  );
}
