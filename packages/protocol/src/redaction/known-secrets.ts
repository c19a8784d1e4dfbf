/**
 * Finds known secrets in text: whole, truncated, encoded, and in other letter cases. Used by `redaction.ts`.
 */
import { encodeBase64Url } from '../canonical/base64url.ts';

/** A range of a text, from `start` up to and not including `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns every range of a text to mask, in no particular order. Takes linear time. */
export type Finder = (text: string) => readonly Span[];

/** A beginning or ending of at least this length is masked anywhere, even within a word. */
const evidentLength = 8;

/** A shorter one is masked only as a separate word. Anything below this length could be an ordinary word. */
const shortest = 4;

/** Finds credentials, their truncated forms and their encodings. */
export function createCredentialFinder(credentials: readonly string[]): Finder {
  const given = credentials.filter((credential) => credential !== '');
  const finders = [...new Set(given)].flatMap((credential) => {
    if (credential.length < shortest) return [createWordFinder(toSmallLetters(credential))];
    const plain = [credential, ...escapesOf(credential)].map(toSmallLetters);
    const coded = base64Of(credential).map(toSmallLetters);
    return [
      ...[...new Set(plain)].map((needle) => createEndsFinder(needle, shortest)),
      ...[...new Set(coded)].map((needle) => createEndsFinder(needle, evidentLength)),
    ];
  });
  return join(finders);
}

/** Finds names that occur as separate words, such as hosts. */
export function createNameFinder(names: readonly string[]): Finder {
  const given = names.filter((name) => name !== '');
  return join([...new Set(given.map(toSmallLetters))].map(createWordFinder));
}

function join(finders: readonly Finder[]): Finder {
  if (finders.length === 0) return () => [];
  return (text) => {
    const small = toSmallLetters(text);
    return finders.flatMap((find) => find(small));
  };
}

/** Changes only ASCII letters, so that every character keeps its offset. */
function toSmallLetters(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The forms that a secret takes in URLs and JSON text. */
function escapesOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const legal = secret.replace(/\p{Surrogate}/gu, '\ufffd');
  return [encodeURIComponent(legal), json, json.replaceAll('/', '\\/')];
}

/**
 * The forms that a secret takes within base64, such as that of `user:secret`, after 0, 1 or 2 other bytes,
 * without the characters that also encode neighbouring bytes. Secrets with too few remaining characters are
 * left out.
 */
function base64Of(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret).length;
  return [0, 1, 2].flatMap((offset) => {
    const first = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes) * 8) / 6);
    const url = encodeBase64Url(' '.repeat(offset) + secret).slice(first, end);
    const plain = url.replaceAll('-', '+').replaceAll('_', '/');
    return url.length < evidentLength ? [] : [url, plain];
  });
}

/**
 * Finds a secret and its beginnings and endings.
 * @param needle in lower case
 * @param least length of the shortest beginning or ending that is masked as a separate word
 */
function createEndsFinder(needle: string, least: number): Finder {
  return (text) => [...findBeginnings(text, needle, least), ...findEndings(text, needle, least)];
}

function* findBeginnings(text: string, needle: string, least: number): Generator<Span> {
  const first = needle.slice(0, least);
  let start = text.indexOf(first);
  while (start !== -1) {
    let end = start + least;
    while (end - start < needle.length && text[end] === needle[end - start]) end++;
    const isFound = isEvident(text, needle, { start, end });
    if (isFound) yield { start, end };
    start = text.indexOf(first, isFound ? end : start + 1);
  }
}

function* findEndings(text: string, needle: string, least: number): Generator<Span> {
  const last = needle.slice(-least);
  let masked = 0;
  let at = text.indexOf(last);
  while (at !== -1) {
    const end = at + least;
    let start = at;
    while (start > masked && text[start - 1] === needle[needle.length - 1 - (end - start)]) start--;
    const isFound = isEvident(text, needle, { start, end });
    if (isFound) yield { start, end };
    if (isFound) masked = end;
    at = text.indexOf(last, isFound ? end : at + 1);
  }
}

/** True if a match with a part of a secret reveals it; false if it may be part of another word. */
function isEvident(text: string, needle: string, { start, end }: Span): boolean {
  if (end - start >= evidentLength) return true;
  // A short secret that contains more than letters cannot be part of a word.
  if (end - start === needle.length && /[^a-z]/.test(needle)) return true;
  return isWordStart(text, start) && !isPartOfWord(text[end]);
}

/** Some vendors write the letter x in place of each hidden character. */
function isWordStart(text: string, at: number): boolean {
  return !isPartOfWord(text[at - 1]) || text.slice(Math.max(0, at - 3), at) === 'xxx';
}

/** Finds lower-case text that has no letter, digit, `_` or `-` beside it. */
function createWordFinder(word: string): Finder {
  return (text) => {
    const spans: Span[] = [];
    for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + 1)) {
      const end = start + word.length;
      if (!isPartOfWord(text[start - 1]) && !isPartOfWord(text[end])) spans.push({ start, end });
    }
    return spans;
  };
}

function isPartOfWord(character: string | undefined): boolean {
  return character !== undefined && /[\w-]/.test(character);
}
