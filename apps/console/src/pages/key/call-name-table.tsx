/** What a key may call, with the prices that it pays. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCallNames } from '../../api/readings.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { Count, Money } from '../../ui/values.tsx';

/** Maximum number of rows; a catalogue may have thousands. */
const shownAtFirst = 10;

export function CallNameTable({ keyId }: { readonly keyId?: string }) {
  const { t } = useLanguage();
  const { data, error, refetch } = useCallNames(keyId);
  const [isWhole, setWhole] = useState(false);
  const names = data?.data ?? [];
  const price = (name: (typeof names)[number], rate: 'input' | 'output') =>
    name.free ? t('keys.free') : name.price === null ? '–' : <Money amount={name.price[rate]} />;
  return (
    <Card title={t('keys.callNames')} isFlush>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && (
        <>
          <Table
            label={t('keys.callNames')}
            rows={isWhole ? names : names.slice(0, shownAtFirst)}
            rowKey={({ name }) => name}
            columns={[
              {
                id: 'name',
                title: t('keys.model'),
                cell: ({ name }) => (
                  <span className="inline-flex max-w-96 items-center font-mono text-xs break-all">
                    {name}
                    <CopyButton text={name} />
                  </span>
                ),
              },
              {
                id: 'input',
                title: t('keys.input'),
                isNumber: true,
                cell: (name) => price(name, 'input'),
              },
              {
                id: 'output',
                title: t('keys.output'),
                isNumber: true,
                cell: (name) => price(name, 'output'),
              },
              {
                id: 'context',
                title: t('keys.context'),
                isNumber: true,
                cell: ({ max_input_tokens: most }) =>
                  most === null ? '–' : <Count value={most} />,
              },
              {
                id: 'try',
                title: t('keys.playground'),
                isQuiet: true,
                cell: ({ name }) => (
                  <Link
                    to="/playground"
                    search={{ model: name, ...(keyId !== undefined && { key_id: keyId }) }}
                    className="text-accent hover:underline"
                  >
                    {t('keys.playground')}
                  </Link>
                ),
              },
            ]}
          />
          <p className="flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2 text-xs text-muted">
            {t('keys.perMillion')}
            {names.length > shownAtFirst && !isWhole && (
              <Button look="quiet" onClick={() => setWhole(true)}>
                {t('keys.showAll', { count: names.length })}
              </Button>
            )}
          </p>
        </>
      )}
    </Card>
  );
}
