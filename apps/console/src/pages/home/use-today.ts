/** When today began. */
import { useEffect, useState } from 'react';
import { startOfDay } from '../keys/days.ts';

/** Midnight in the browser's time zone in the format of the API; updated when the day changes. */
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
