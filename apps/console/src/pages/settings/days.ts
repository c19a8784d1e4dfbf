/** Days of the browser's time zone as points in time. */

/** @param day such as `2026-11-22`; an invalid day returns undefined */
export function startOf(day: string): string | undefined {
  return momentOf(new Date(`${day}T00:00:00`));
}

export function dayAfter(day: string): string | undefined {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + 1);
  return momentOf(date);
}

function momentOf(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
