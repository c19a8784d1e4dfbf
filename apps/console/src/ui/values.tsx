/** Short values whose title shows the exact value. */
import { useEffect, useState } from 'react';
import { useLanguage } from '../i18n/provider.tsx';

/** An amount in dollars; the title has all digits. */
export function Money({ amount }: { readonly amount: string | null }) {
  const { t, format } = useLanguage();
  if (amount === null) return <span className="text-muted">{t('shell.notReported')}</span>;
  return (
    <data value={amount} title={format.exactMoney(amount)} className="tabular-nums">
      {format.money(amount)}
    </data>
  );
}

/** A count; null means "not reported", which is not zero. */
export function Count({ value }: { readonly value: number | null }) {
  const { t, format } = useLanguage();
  if (value === null) return <span className="text-muted">{t('shell.notReported')}</span>;
  return (
    <data value={value} title={format.count(value)} className="tabular-nums">
      {value >= 100_000 ? format.compact(value) : format.count(value)}
    </data>
  );
}

/** In milliseconds. */
const clockInterval = 30_000;

/** The time relative to now; the title has the exact time. */
export function Ago({ time }: { readonly time: string | null }) {
  const { t, format } = useLanguage();
  const now = useNow(clockInterval);
  if (time === null) return <span className="text-muted">{t('shell.never')}</span>;
  return (
    <time dateTime={time} title={format.time(time)} className="whitespace-nowrap">
      {format.ago(isJustNow(time, now) ? now : time, now)}
    </time>
  );
}

/** A time after the last reading of the clock must not show as future. */
function isJustNow(time: string, now: number): boolean {
  const distance = Date.parse(time) - now;
  return distance > 0 && distance <= clockInterval;
}

/** The current time, updated after each interval in milliseconds. */
function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, intervalMs);
    return () => {
      clearInterval(timer);
    };
  }, [intervalMs]);
  return now;
}
