/** The labels below a chart. */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** In hours; each divides a day, so that labels are at the same times of every day. */
const clockStrides = [1, 2, 3, 4, 6, 8, 12];

export interface TimeLabel {
  /** Which of the times, from 0. */
  readonly index: number;
  readonly text: string;
}

/**
 * Labels some times, so that labels do not overlap: every n-th day if a step is a day, otherwise the same hours of
 * each day, and the day at its midnight; only midnights where there is no room for more.
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
  const stepMs = second - first;
  // The clocks may change on the first day, so that it has fewer than 24 hours.
  const isDaily = stepMs > dayMs / 2;
  const hours = clockStrides.find((each) => each * hourMs >= stride * stepMs);
  const days = isDaily ? stride : Math.ceil((stride * stepMs) / dayMs);
  let begun = 0;
  return times.flatMap((time, index) => {
    const clock = hour.format(time);
    const hourOfDay = Number.parseInt(clock, 10);
    if (isDaily || hourOfDay === 0) {
      const isNamed = begun % (hours === undefined || isDaily ? days : 1) === 0;
      begun += 1;
      return isNamed ? [{ index, text: day.format(time) }] : [];
    }
    return hours !== undefined && hourOfDay % hours === 0 ? [{ index, text: clock }] : [];
  });
}
