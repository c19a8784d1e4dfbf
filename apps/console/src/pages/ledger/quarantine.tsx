/** Quarantined requests, whose price was unknown, and the action that charges them. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { api, fetchClient, refresh, type View } from '../../api/client.ts';
import { useMayWrite } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorNotice, Notice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Ago, Count } from '../../ui/values.tsx';
import { inputOf, outputOf } from '../request/trace.ts';

type Exchange = View<'Exchange'>;

const query = { pricing: 'quarantined', limit: 100 } as const;

export function Quarantine() {
  const { t, format } = useLanguage();
  const mayWrite = useMayWrite();
  const columns = useColumns();
  const waiting = api.useQuery('get', '/admin/v1/exchanges', { params: { query } });
  const charge = useMutation({
    mutationFn: async () => {
      const { data } = await fetchClient.POST('/admin/v1/ledger/quarantine', { body: {} });
      await refresh('/admin/v1/exchanges', '/admin/v1/ledger', '/admin/v1/accounts');
      return data;
    },
  });
  if (waiting.isPending) return <Skeleton rows={5} />;
  if (waiting.isError) {
    return <ErrorNotice error={waiting.error} onRetry={() => void waiting.refetch()} />;
  }
  const { data: rows, next } = waiting.data;
  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        {charge.data && (
          <Notice tone={charge.data.left === 0 ? 'good' : 'warn'}>
            {t('ledger.charged', {
              charged: format.count(charge.data.charged),
              amount: format.exactMoney(charge.data.amount),
              left: format.count(charge.data.left),
            })}
          </Notice>
        )}
      </div>
      {charge.isError && <ErrorNotice error={charge.error} />}
      {rows.length === 0 ? (
        <EmptyState icon={CircleCheck} title={t('ledger.nothingWaits')} />
      ) : (
        <>
          <p className="text-muted">{t('ledger.waitingHint')}</p>
          <Card
            title={t('ledger.waiting')}
            actions={
              mayWrite && (
                <Button look="primary" isBusy={charge.isPending} onClick={() => charge.mutate()}>
                  {t('ledger.chargeNow')}
                </Button>
              )
            }
            isFlush
          >
            <Table
              label={t('ledger.waiting')}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
            />
          </Card>
          {next !== null && (
            <Link
              to="/requests"
              search={{ pricing: 'quarantined' }}
              className="text-accent underline underline-offset-2"
            >
              {t('requests.back')}
            </Link>
          )}
        </>
      )}
    </div>
  );
}

function useColumns(): readonly Column<Exchange>[] {
  const { t } = useLanguage();
  return [
    { id: 'time', title: t('shell.time'), cell: ({ started_at: at }) => <Ago time={at} /> },
    {
      id: 'model',
      title: t('requests.model'),
      cell: ({ id, model }) => (
        <Link
          to="/requests/$id"
          params={{ id }}
          className="font-medium break-all text-accent underline-offset-2 hover:underline"
        >
          {model}
        </Link>
      ),
    },
    { id: 'upstream', title: t('requests.upstream'), cell: ({ upstream }) => upstream ?? '–' },
    { id: 'account', title: t('ledger.account'), cell: ({ account_id: id }) => id },
    {
      id: 'input',
      title: t('requests.input'),
      isNumber: true,
      cell: ({ tokens }) => <Count value={inputOf(tokens)} />,
    },
    {
      id: 'output',
      title: t('requests.output'),
      isNumber: true,
      cell: ({ tokens }) => <Count value={outputOf(tokens)} />,
    },
  ];
}
