/** Writes strings in the syntax of other languages, so that they are read back exactly. */

/** Characters that editors do not show, such as those that change the direction of text. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Replaces unpaired surrogates, which no file and no header can contain. */
const replacement = '\uFFFD';

/** The same text, with U+FFFD in place of unpaired surrogates. */
export function makeWellFormed(text: string): string {
  return text.replaceAll(/\p{Cs}/gu, replacement);
}

function escapeInvisible(text: string): string {
  return text.replaceAll(invisible, (character) =>
    // A surrogate pair needs a different escape in each language, so it is kept.
    character.length > 1
      ? character
      : String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A string in double quotes that is valid in JSON, TOML, YAML, TypeScript, Python and Go. */
export function quote(text: string): string {
  return escapeInvisible(JSON.stringify(makeWellFormed(text)));
}

/** A TypeScript string in single quotes. */
export function quoteSingly(text: string): string {
  const inner = quote(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"');
  return `'${inner.replaceAll("'", String.raw`\'`)}'`;
}

/** Indented JSON, as settings files have it. */
export function writeJson(value: unknown): string {
  // Such characters occur only within strings, except for the line breaks of the indentation.
  return JSON.stringify(value, undefined, 2).replaceAll(/[^\n]+/g, escapeInvisible);
}

/** A call name as part of a URL; its slashes are not escaped. */
export function writePath(name: string): string {
  return makeWellFormed(name).split('/').map(encodeURIComponent).join('/');
}
