/** Formats of numbers, money and times in a language. */
import type { Locale } from '../preferences/preferences.ts';

export interface Formats {
  /** For formats of a page's own, such as in another time zone. */
  readonly language: string;
  /** Dollars from the decimal text of the API: two decimals or, below a cent, up to three significant digits. */
  money(amount: string): string;
  /** With every digit of the API. */
  exactMoney(amount: string): string;
  /** A whole number with separators. */
  count(value: number): string;
  /** A large number in short, such as 12.3K. */
  compact(value: number): string;
  /** A part of one, as a percentage. */
  percent(value: number): string;
  /** Milliseconds, as ms below a second and s above. */
  duration(milliseconds: number): string;
  /** Date and time to the second, in the browser's time zone. */
  time(instant: string | number): string;
  day(instant: string | number): string;
  /** The time of day to the second; the day, too, when it is not today. */
  moment(instant: string | number): string;
  /** The distance to now, such as "5 minutes ago". */
  ago(instant: string | number, now: number): string;
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

export function createFormats(locale: Locale): Formats {
  const language = locale === 'zh' ? 'zh-CN' : 'en';
  const count = new Intl.NumberFormat(language);
  const compact = new Intl.NumberFormat(language, {
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'medium' });
  const short = new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  return {
    language,
    money: createMoneyFormat(language),
    // The sign of the currency follows a minus.
    exactMoney: (amount) => amount.replace(/^-?/, '$&$$'),
    count: (value) => count.format(value),
    compact: (value) => compact.format(value),
    percent: (value) => percent.format(value),
    duration: (milliseconds) => formatDuration(count, milliseconds),
    time: (instant) => time.format(new Date(instant)),
    day: (instant) => day.format(new Date(instant)),
    moment(instant) {
      const date = new Date(instant);
      const isToday = date.toDateString() === new Date().toDateString();
      return (isToday ? clock : short).format(date);
    },
    ago(instant, now) {
      const distance = new Date(instant).getTime() - now;
      const [unit, size] = units.find(([, each]) => Math.abs(distance) >= each) ?? [
        'second',
        1_000,
      ];
      return relative.format(Math.round(distance / size), unit);
    },
  };
}

/** Formatters are cached, because creating one is slow. */
function createMoneyFormat(language: string): (amount: string) => string {
  const dollars = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  const cents = new Intl.NumberFormat(language, {
    ...dollars,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const small = new Intl.NumberFormat(language, {
    ...dollars,
    minimumSignificantDigits: 1,
    maximumSignificantDigits: 3,
  });
  return (amount) => {
    const value = Number(amount);
    return (value !== 0 && Math.abs(value) < 0.01 ? small : cents).format(value);
  };
}

function formatDuration(count: Intl.NumberFormat, milliseconds: number): string {
  if (milliseconds < 1_000) return `${count.format(Math.round(milliseconds))} ms`;
  const seconds = milliseconds / 1_000;
  return seconds < 60 ? `${seconds.toFixed(2)} s` : `${(seconds / 60).toFixed(1)} min`;
}
