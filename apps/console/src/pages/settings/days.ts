/** Days of this browser's time zone as moments. */

/** @param day such as `2026-11-22`; undefined when it is no day */
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
