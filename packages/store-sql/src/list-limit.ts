const longestList = 1_000;

/** @throws RangeError when it is no whole number from 1 to 1,000. */
export function checkListLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= longestList) return;
  throw new RangeError(`The limit must be a whole number from 1 to ${String(longestList)}.`);
}
