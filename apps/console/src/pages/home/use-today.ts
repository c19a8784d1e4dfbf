/** When today began. */
import { useEffect, useState } from 'react';
import { startOfDay } from '../keys/days.ts';

/** Midnight in this browser's time zone, as the API takes it; a page that stays open meets the next day. */
export function useToday(): string {
  const [today, setToday] = useState(readToday);
  useEffect(() => {
    const timer = setInterval(() => {
      setToday(readToday());
    }, 60_000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return today;
}

function readToday(): string {
  return startOfDay(Date.now()).toISOString();
}
