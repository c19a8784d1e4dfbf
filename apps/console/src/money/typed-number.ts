/** Numbers as people type them, in the form that the API reads; used by the fields of amounts, limits and prices. */

/** One comma before a number of digits that cannot be a group of thousands: `12,5`, `0,125`. */
const decimalComma = /^-?(?:0,\d+|\d+,(?:\d{1,2}|\d{4,}))$/;

/**
 * The text with the digits and the point of ASCII, as a Chinese input method may not type them, and with a decimal point
 * for a decimal comma. `1,000`, which may mean one or a thousand, stays, so that the API rejects it.
 */
export function readTypedNumber(text: string): string {
  const plain = text.normalize('NFKC').replace('。', '.').replace('−', '-').trim();
  return decimalComma.test(plain) ? plain.replace(',', '.') : plain;
}
