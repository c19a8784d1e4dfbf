/** The newest requests of a key. */
import { Link } from '@tanstack/react-router';
import { liveInterval, useLatestExchanges } from '../../api/readings.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Badge, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { Ago, Money } from '../../ui/values.tsx';

export function LatestRequests({ keyId }: { readonly keyId: string }) {
  const { t, format } = useLanguage();
  const { data, error, refetch } = useLatestExchanges({ limit: 10, key_id: keyId }, liveInterval);
  return (
    <Card
      title={t('keys.latest')}
      actions={
        <Link
          to="/requests"
          search={{ key_id: keyId }}
          className="text-sm text-accent hover:underline"
        >
          {t('keys.allRequests')}
        </Link>
      }
      isFlush
    >
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton />}
      {data?.data.length === 0 && <p className="px-5 pb-4 text-muted">{t('keys.noRequests')}</p>}
      {data !== undefined && data.data.length > 0 && (
        <Table
          label={t('keys.latest')}
          rows={data.data}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'time',
              title: t('shell.time'),
              cell: ({ id, started_at: time }) => (
                <Link to="/requests/$id" params={{ id }} className="text-accent hover:underline">
                  <Ago time={time} />
                </Link>
              ),
            },
            {
              id: 'model',
              title: t('keys.model'),
              cell: ({ model }) => (
                <span title={model} className="line-clamp-2 max-w-80 font-mono text-xs break-all">
                  {model}
                </span>
              ),
            },
            {
              id: 'result',
              title: t('keys.result'),
              cell: ({ outcome, status }) => (
                <Badge tone={outcome === 'completed' ? 'good' : 'bad'}>{status}</Badge>
              ),
            },
            {
              id: 'duration',
              title: t('playground.duration'),
              isNumber: true,
              cell: ({ duration_ms: duration }) => format.duration(duration),
            },
            {
              id: 'cost',
              title: t('keys.cost'),
              isNumber: true,
              cell: ({ amount }) => <Money amount={amount} />,
            },
          ]}
        />
      )}
    </Card>
  );
}
