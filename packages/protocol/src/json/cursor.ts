// Steps through JSON text, for the functions that change text without parsing it.
const backslash = 0x5c;
const space = 0x20;

/** The offset of the first character at or after `at` that is not JSON white space. */
export function skipSpace(text: string, at: number): number {
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** True for the four characters that JSON defines as white space. */
export function isSpace(code: number): boolean {
  return code === space || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The offset after the string whose opening quote is at `start`; -1 if the string is not closed. */
export function stringEnd(text: string, start: number): number {
  let quote = start;
  do {
    quote = text.indexOf('"', quote + 1);
  } while (quote !== -1 && isEscaped(text, quote));
  return quote === -1 ? -1 : quote + 1;
}

/** True if an odd number of backslashes precedes the character. */
export function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before--;
  return (at - before) % 2 === 0;
}
