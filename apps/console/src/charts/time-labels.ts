/** The labels below a chart. */

const dayMs = 86_400_000;

export interface TimeLabel {
  /** Which of the times, from 0. */
  readonly index: number;
  readonly text: string;
}

/**
 * Labels every n-th time, so that labels do not overlap: days if a step is a day, otherwise hours, and the
 * day at its midnight.
 * @param times milliseconds since 1970, in equal steps
 * @param most maximum number of labels, at least 1
 */
export function nameTimes(
  times: readonly number[],
  {
    most,
    language,
    zone,
  }: { readonly most: number; readonly language: string; readonly zone: string | undefined },
): readonly TimeLabel[] {
  const [first = 0, second = first + dayMs] = times;
  const day = new Intl.DateTimeFormat(language, { timeZone: zone, month: 'short', day: 'numeric' });
  const hour = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const stride = Math.max(1, Math.ceil(times.length / Math.max(1, most)));
  return times.flatMap((time, index) => {
    if (index % stride !== 0) return [];
    const clock = hour.format(time);
    const isDay = second - first >= dayMs || clock === '00:00';
    return [{ index, text: isDay ? day.format(time) : clock }];
  });
}
