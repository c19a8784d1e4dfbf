/** Exact arithmetic with amounts of the API: decimal texts in dollars as integer nano-dollars. */

const decimal = /^(-?)(\d{1,7})(?:\.(\d{1,9}))?$/;

/** The same rule as the gateway's: at most seven digits before the point and nine after it. */
export function readNanos(text: string): bigint | undefined {
  const [, sign, whole, fraction = ''] = decimal.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const nanos = BigInt(whole + fraction.padEnd(9, '0'));
  if (nanos > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return sign === '-' ? -nanos : nanos;
}

/** Parses an amount of the API; sums may be larger than the amounts that a form accepts. */
export function toNanos(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.slice(0, 9).padEnd(9, '0'));
}

export function writeNanos(nanos: bigint): string {
  const digits = String(nanos < 0n ? -nanos : nanos).padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  const text = `${digits.slice(0, -9)}${fraction === '' ? '' : `.${fraction}`}`;
  return nanos < 0n ? `-${text}` : text;
}
