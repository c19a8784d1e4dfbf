/** Usage over time: the largest series, stacked, and the rest. */
import { useCallback, useMemo } from 'react';
import { stepsBetween } from '../../calendar/zone.ts';
import type { Series } from '../../charts/chart-props.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import type { Translate } from '../../i18n/messages.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Skeleton } from '../../ui/notice.tsx';
import type { Period } from './period.ts';
import type { Measure } from './search.ts';
import { atSteps, joinSteps, kinds, measureOf, splitSums } from './sums.ts';
import type { Usage } from './use-usage.ts';

const nanoUsdPerDollar = 1_000_000_000;

export function UsageChart({
  usage,
  period,
  now,
}: {
  readonly usage: Usage;
  readonly period: Period;
  readonly now: number;
}) {
  const { t } = useLanguage();
  const { measure, isChartPending } = usage;
  const formatValue = useFormatValue(measure);
  const formatTime = useFormatTime(period);
  const drawn = useSame(seriesOf(usage, { period, now, t }));
  if (isChartPending) return <Skeleton rows={6} />;
  return (
    <TimeChart
      label={t('usage.chart', { measure: t(`usage.${measure}`) })}
      {...drawn}
      shape={measure === 'cacheShare' || measure === 'margin' ? 'lines' : 'bars'}
      zone={period.zone}
      isWhole={measure !== 'cacheShare' && measure !== 'amount' && measure !== 'margin'}
      formatValue={formatValue}
      formatTime={formatTime}
    />
  );
}

interface Drawn {
  readonly times: readonly number[];
  readonly series: readonly Series[];
}

function seriesOf(
  { measure, overTime, parts }: Usage,
  { period, now, t }: { readonly period: Period; readonly now: number; readonly t: Translate },
): Drawn {
  const until = Math.min(period.until, now);
  const times = joinSteps(stepsBetween({ ...period, until }, period.zone), overTime);
  if (measure === 'kinds') {
    const whole = atSteps(times, overTime);
    const names = Object.keys(kinds) as (keyof typeof kinds)[];
    const series = names.map((kind) => ({
      title: t(`usage.${kind}`),
      values: whole.map(kinds[kind]),
    }));
    return { times, series };
  }
  const series = splitSums(times, overTime, { parts, others: t('usage.others') }).map(
    ({ title, sums }) => ({ title, values: sums.map((each) => measureOf(each, measure)) }),
  );
  return { times, series };
}

/** Keeps the same object while its content is equal, because a new one redraws the chart. */
function useSame(drawn: Drawn): Drawn {
  const text = JSON.stringify(drawn);
  return useMemo(() => JSON.parse(text) as Drawn, [text]);
}

function useFormatValue(measure: Measure): (value: number) => string {
  const { format } = useLanguage();
  return useCallback(
    (value: number) => {
      if (measure === 'cacheShare') return format.percent(value);
      if (measure === 'amount' || measure === 'margin') {
        return format.money((value / nanoUsdPerDollar).toFixed(9));
      }
      return value >= 100_000 ? format.compact(value) : format.count(value);
    },
    [measure, format],
  );
}

function useFormatTime({ zone, step }: Period): (time: number) => string {
  const { language } = useLanguage().format;
  return useMemo(() => {
    const clock = new Intl.DateTimeFormat(language, {
      timeZone: zone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      // With the zone, because an hour comes twice when the clocks are set back.
      ...(step === 'hour' && { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }),
    });
    return (time) => clock.format(time);
  }, [language, zone, step]);
}
