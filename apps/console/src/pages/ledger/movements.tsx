/** The ledger entries, newest first. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, type View } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { SearchForm } from '../../search/search-form.tsx';
import { Button } from '../../ui/button.tsx';
import { CsvButton } from '../../ui/download.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { LoadMore, paging } from '../../ui/load-more.tsx';
import { Badge, EmptyState, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Ago, Money } from '../../ui/values.tsx';
import { kinds, readLedgerSearch, type LedgerSearch } from './search.ts';

const path = '/admin/v1/ledger';

export function Movements() {
  const { t } = useLanguage();
  const { tab, ...filters } = useSearch({ from: '/ledger' });
  return (
    <div className="flex flex-col gap-4">
      <Filters filters={filters} />
      <Card
        title={t('ledger.movements')}
        actions={<CsvButton path={path} query={filters} name="ledger.csv" />}
        isFlush
      >
        <MovementList filters={filters} />
      </Card>
    </div>
  );
}

function MovementList({ filters }: { readonly filters: LedgerSearch }) {
  const { t } = useLanguage();
  const columns = useColumns();
  const pages = api.useInfiniteQuery(
    'get',
    path,
    { params: { query: { ...filters, limit: 100 } } },
    paging,
  );
  if (pages.isPending)
    return (
      <Padded>
        <Skeleton rows={6} />
      </Padded>
    );
  if (pages.isError) {
    const notice = <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />;
    return <Padded>{notice}</Padded>;
  }
  const rows = pages.data.pages.flatMap(({ data }) => data);
  if (rows.length === 0) {
    return (
      <Padded>
        <EmptyState icon={ScrollText} title={t('ledger.noMovements')} />
      </Padded>
    );
  }
  return (
    <>
      <Table
        label={t('ledger.movements')}
        columns={columns}
        rows={rows}
        rowKey={({ kind, id }) => `${kind} ${id}`}
      />
      <LoadMore pages={pages} />
    </>
  );
}

function Padded({ children }: { readonly children: ReactNode }) {
  return <div className="px-5 pt-2 pb-5">{children}</div>;
}

function Filters({ filters }: { readonly filters: LedgerSearch }) {
  const { t } = useLanguage();
  const navigate = useNavigate({ from: '/ledger' });
  return (
    <SearchForm
      values={filters}
      onSearch={(values) => {
        void navigate({ search: { ...readLedgerSearch(values), tab: 'movements' } });
      }}
      className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[1fr_1fr_12rem_auto]"
    >
      <TextField label={t('ledger.account')} name="account_id" defaultValue={filters.account_id} />
      <TextField label={t('ledger.key')} name="key_id" defaultValue={filters.key_id} />
      <SelectField
        label={t('ledger.kind')}
        name="kind"
        defaultValue={filters.kind ?? ''}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        <option value="">{t('ledger.anyKind')}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`ledger.${kind}`)}
          </option>
        ))}
      </SelectField>
      <Button type="submit">{t('requests.apply')}</Button>
    </SearchForm>
  );
}

type Entry = View<'LedgerEntry'>;

const tones = { 'top-up': 'good', adjustment: 'accent', charge: 'neutral' } as const;

function useColumns(): readonly Column<Entry>[] {
  const { t } = useLanguage();
  return [
    { id: 'at', title: t('shell.time'), cell: ({ at }) => <Ago time={at} /> },
    {
      id: 'kind',
      title: t('ledger.kind'),
      cell: ({ kind, pricing }) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <Badge tone={tones[kind]}>{t(`ledger.${kind}`)}</Badge>
          {pricing === 'quarantined' && <Badge tone="warn">{t('requests.quarantined')}</Badge>}
        </span>
      ),
    },
    { id: 'account', title: t('ledger.account'), cell: ({ account_id: id }) => id },
    { id: 'reference', title: t('ledger.reference'), cell: (entry) => <Reference entry={entry} /> },
    {
      id: 'list',
      title: t('requests.listPrice'),
      isNumber: true,
      cell: ({ list_amount: list }) => (list === null ? '–' : <Money amount={list} />),
    },
    {
      id: 'amount',
      title: t('ledger.sum'),
      isNumber: true,
      cell: ({ kind, amount }) => (
        <span className={kind === 'charge' ? '' : 'font-medium'}>
          {kind !== 'charge' && !amount.startsWith('-') && '+'}
          <Money amount={amount} />
        </span>
      ),
    },
  ];
}

function Reference({ entry }: { readonly entry: Entry }) {
  const { request_id: id, note, upstream, upstream_model: model } = entry;
  if (id === null) {
    return <span className="wrap-anywhere">{note ?? entry.id}</span>;
  }
  return (
    <>
      <Link
        to="/requests/$id"
        params={{ id }}
        className="font-mono text-xs break-all text-accent underline-offset-2 hover:underline"
      >
        {id}
      </Link>
      <span className="block text-xs text-muted">
        {[upstream, model].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}
