/** Exact arithmetic with the money of the API: decimal texts of dollars as whole billionths. */

const decimal = /^(-?)(\d{1,7})(?:\.(\d{1,9}))?$/;

/** The same rule as the gateway's: at most seven digits before the point and nine after it. */
export function readNanoUsd(text: string): bigint | undefined {
  const [, sign, whole, fraction = ''] = decimal.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const nanoUsd = BigInt(whole + fraction.padEnd(9, '0'));
  if (nanoUsd > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return sign === '-' ? -nanoUsd : nanoUsd;
}

/** Of an amount that the API gave; sums may be larger than what one may type. */
export function toNanoUsd(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.slice(0, 9).padEnd(9, '0'));
}

export function writeNanoUsd(nanoUsd: bigint): string {
  const digits = String(nanoUsd < 0n ? -nanoUsd : nanoUsd).padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  const text = `${digits.slice(0, -9)}${fraction === '' ? '' : `.${fraction}`}`;
  return nanoUsd < 0n ? `-${text}` : text;
}
