/** Returns integers of the database as numbers, which the driver returns as texts; used by the pool. */
import pg from 'pg';

const bigintType = 20;
const numericType = 1_700;

/** What the driver asks for the parser of a type. */
export function getTypeParser(
  type: number,
  format?: 'text' | 'binary',
): (value: string) => unknown {
  if (type === bigintType || type === numericType) return readNumber;
  return pg.types.getTypeParser(type, format) as (value: string) => unknown;
}

/** @throws RangeError when a number cannot represent it exactly */
function readNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError('The database holds a number that is too large.');
}
