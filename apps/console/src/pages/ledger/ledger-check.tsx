/** Runs the check of the ledger and shows each total with the sum of its entries. */
import { api, type View } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { toNanoUsd, writeNanoUsd } from '../../money/nano-usd.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { Card, Stat } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { Count, Money } from '../../ui/values.tsx';

type Report = View<'LedgerReport'>;

export function LedgerCheck() {
  const { t } = useLanguage();
  const check = api.useQuery('get', '/admin/v1/ledger/report', {}, { enabled: false, gcTime: 0 });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <Button look="primary" isBusy={check.isFetching} onClick={() => void check.refetch()}>
          {t('ledger.runCheck')}
        </Button>
        <p className="text-muted">{t('ledger.checkText')}</p>
      </div>
      {check.isError && <ErrorNotice error={check.error} />}
      <div role="status">
        {check.data && (
          <Notice tone={check.data.balanced ? 'good' : 'bad'}>
            {t(check.data.balanced ? 'ledger.balanced' : 'ledger.unbalanced')}
          </Notice>
        )}
      </div>
      {check.data && <Totals report={check.data} />}
      {check.data && check.data.faults.length > 0 && <Faults report={check.data} />}
    </div>
  );
}

function Totals({ report }: { readonly report: Report }) {
  const { t } = useLanguage();
  const { granted, spent, reserved } = report;
  const free = writeNanoUsd(toNanoUsd(granted) - toNanoUsd(spent) - toNanoUsd(reserved));
  const counts = [
    ['accounts', report.accounts],
    ['keysCounted', report.keys],
    ['entries', report.entries],
    ['openReservations', report.open_reservations],
    ['expiredReservations', report.expired_reservations],
    ['waitingCharges', report.quarantined_charges],
  ] as const;
  return (
    <Card title={t('ledger.equation')}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {Object.entries({ granted, spent, reserved, free }).map(([name, amount]) => (
          <Stat
            key={name}
            label={t(`ledger.${name as 'granted' | 'spent' | 'reserved' | 'free'}`)}
            value={<Money amount={amount} />}
          />
        ))}
      </dl>
      <dl className="mt-4 grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2 sm:max-w-sm">
        {counts.map(([name, count]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{t(`ledger.${name}`)}</dt>
            <dd className="text-right">
              <Count value={count} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Faults({ report }: { readonly report: Report }) {
  const { t, format } = useLanguage();
  return (
    <Card title={t('ledger.unbalanced')} isFlush>
      <Table
        label={t('ledger.unbalanced')}
        columns={[
          {
            id: 'subject',
            title: t('ledger.subject'),
            cell: ({ subject, id }) => `${subject} ${id}`,
          },
          { id: 'total', title: t('ledger.total'), cell: ({ total }) => total },
          {
            id: 'stated',
            title: t('ledger.stated'),
            isNumber: true,
            cell: ({ stated }) => format.count(stated),
          },
          {
            id: 'counted',
            title: t('ledger.counted'),
            isNumber: true,
            cell: ({ counted }) => format.count(counted),
          },
        ]}
        rows={report.faults}
        rowKey={({ subject, id, total }) => `${subject} ${id} ${total}`}
      />
    </Card>
  );
}
