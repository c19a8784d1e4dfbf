/** What a key used in the last 30 days. */
import { useMemo, useState } from 'react';
import { useUsage } from '../../api/readings.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { controlClass } from '../../ui/field.tsx';
import { ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Count, Money } from '../../ui/values.tsx';
import { fillDays, startOfDay, type Figure } from '../keys/days.ts';

const days = 30;
const figures = {
  requests: 'keys.requests',
  tokens: 'keys.tokens',
  amount: 'keys.cost',
} as const satisfies Readonly<Record<Figure, string>>;
const names = Object.keys(figures) as Figure[];

export function KeyUsage({ keyId }: { readonly keyId: string }) {
  const { t, format } = useLanguage();
  const [now] = useState(() => Date.now());
  const [figure, setFigure] = useState<Figure>('requests');
  const from = startOfDay(now, days - 1).toISOString();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const total = useUsage({ from, key_id: keyId });
  const daily = useUsage({ from, key_id: keyId, by: 'day', time_zone: timeZone });
  const title = t(figures[figure]);
  const sums = daily.data?.data;
  const chart = useMemo(() => {
    const { times, values } = fillDays(sums ?? [], { now, days, figure });
    return { times, series: [{ title, values }] };
  }, [sums, now, figure, title]);
  const formatDay = (time: number) => format.day(time);
  const formatValue = useMemo(
    () => (value: number) =>
      figure === 'amount' ? format.money(String(value)) : format.compact(value),
    [figure, format],
  );
  return (
    <Card
      title={t('keys.last30Days')}
      actions={
        <div>
          <select
            aria-label={t('keys.figure')}
            value={figure}
            onChange={({ currentTarget: { value } }) =>
              setFigure(names.find((name) => name === value) ?? 'requests')
            }
            className={controlClass}
          >
            {names.map((name) => (
              <option key={name} value={name}>
                {t(figures[name])}
              </option>
            ))}
          </select>
        </div>
      }
    >
      <Totals of={total.data?.data[0]} />
      {daily.error !== null && (
        <ErrorNotice error={daily.error} onRetry={() => void daily.refetch()} />
      )}
      {daily.isPending ? (
        <Skeleton rows={5} />
      ) : (
        <TimeChart
          label={`${title}, ${t('keys.last30Days')}`}
          {...chart}
          formatValue={formatValue}
          formatTime={formatDay}
        />
      )}
    </Card>
  );
}

interface Sum {
  readonly amount: string;
  readonly requests: number;
  readonly failures: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

const nothing: Sum = { amount: '0', requests: 0, failures: 0, input_tokens: 0, output_tokens: 0 };

function Totals({ of: sum = nothing }: { readonly of: Sum | undefined }) {
  const { t } = useLanguage();
  const totals = [
    [t('keys.cost'), <Money key="cost" amount={sum.amount} />],
    [t('keys.requests'), <Count key="requests" value={sum.requests} />],
    [t('keys.tokens'), <Count key="tokens" value={sum.input_tokens + sum.output_tokens} />],
    [t('keys.failures'), <Count key="failures" value={sum.failures} />],
  ] as const;
  return (
    <dl className="mb-3 flex flex-wrap gap-x-8 gap-y-2">
      {totals.map(([name, value]) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
