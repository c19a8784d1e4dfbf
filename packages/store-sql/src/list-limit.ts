/** @throws RangeError when it is no whole number from 1 to the most. */
export function checkListLimit(limit: number, most = 1_000): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return;
  throw new RangeError(`The limit must be a whole number from 1 to ${String(most)}.`);
}
