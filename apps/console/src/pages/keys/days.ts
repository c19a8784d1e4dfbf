/** Daily sums in the form of a chart. */
import type { View } from '../../api/client.ts';

type Sum = Pick<
  View<'UsageSum'>,
  'time' | 'amount' | 'requests' | 'input_tokens' | 'output_tokens'
>;

export type Figure = 'amount' | 'requests' | 'tokens';

/** The start of the day a number of days ago, in the browser's time zone. */
export function startOfDay(now: number, daysAgo = 0): Date {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - daysAgo);
  return day;
}

/** Each day from the first until today; zero for days without usage. */
export function fillDays(
  sums: readonly Sum[],
  { now, days, figure }: { readonly now: number; readonly days: number; readonly figure: Figure },
): { readonly times: readonly number[]; readonly values: readonly number[] } {
  const times = Array.from({ length: days }, (_, index) =>
    startOfDay(now, days - 1 - index).getTime(),
  );
  const byDay = new Map<number, number>();
  for (const sum of sums) {
    if (sum.time === null) continue;
    const day = startOfDay(Date.parse(sum.time)).getTime();
    byDay.set(day, (byDay.get(day) ?? 0) + readFigure(sum, figure));
  }
  return { times, values: times.map((time) => byDay.get(time) ?? 0) };
}

function readFigure(sum: Sum, figure: Figure): number {
  if (figure === 'amount') return Number(sum.amount);
  return figure === 'requests' ? sum.requests : sum.input_tokens + sum.output_tokens;
}
