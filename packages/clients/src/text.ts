// Texts as other languages write them, so that each reads back exactly what was meant.

/** What editors show wrongly or not at all, such as marks that turn the direction of text. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Takes the place of halves of characters, which no file and no header can hold. */
const replacement = '\uFFFD';

/** The same text, with U+FFFD in place of unpaired surrogates. */
export function makeWellFormed(text: string): string {
  return text.replaceAll(/\p{Cs}/gu, replacement);
}

function escapeInvisible(text: string): string {
  return text.replaceAll(invisible, (character) =>
    // A longer one needs another escape in each language, and stays as it is.
    character.length > 1
      ? character
      : String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A string in double quotes that means the same in JSON, TOML, YAML, TypeScript, Python and Go. */
export function quote(text: string): string {
  return escapeInvisible(JSON.stringify(makeWellFormed(text)));
}

/** A string of TypeScript in single quotes. */
export function quoteSingly(text: string): string {
  const inner = quote(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"');
  return `'${inner.replaceAll("'", String.raw`\'`)}'`;
}

/** JSON over several lines, as files of settings hold it. */
export function writeJson(value: unknown): string {
  // Within texts alone are such characters possible, but for the line breaks between them.
  return JSON.stringify(value, undefined, 2).replaceAll(/[^\n]+/g, escapeInvisible);
}

/** A part of an address: a call name whose slashes stay. */
export function writePath(name: string): string {
  return makeWellFormed(name).split('/').map(encodeURIComponent).join('/');
}
