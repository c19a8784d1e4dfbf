/** Finds secrets that are known: whole, cut, encoded, and in other letter cases. */
import { encodeBase64Url } from '../canonical/base64url.ts';

/** A stretch of a text, from `start` up to and not including `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Every stretch of a text that must be masked, in no particular order. Takes linear time. */
export type Finder = (text: string) => readonly Span[];

/** A beginning or an ending of so many characters is masked wherever it stands, even within a word. */
const evidentLength = 8;

/** A shorter one is masked where it stands alone. Below this length any word might be meant. */
const shortest = 4;

/** Looks for credentials, for what their vendors leave of them, and for their encodings. */
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

/** Looks for names that stand as terms of their own, such as those of hosts. */
export function createNameFinder(names: readonly string[]): Finder {
  const given = names.filter((name) => name !== '');
  return join([...new Set(given.map(toSmallLetters))].map(createWordFinder));
}

function join(finders: readonly Finder[]): Finder {
  return (text) => {
    const small = toSmallLetters(text);
    return finders.flatMap((find) => find(small));
  };
}

/** Only ASCII letters change, so that every character stays at its place. */
function toSmallLetters(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** As it stands in an address and within JSON text. */
function escapesOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const legal = secret.replace(/\p{Surrogate}/gu, '\ufffd');
  return [encodeURIComponent(legal), json, json.replaceAll('/', '\\/')];
}

/**
 * As it stands within base64, such as that of `user:secret`, behind 0, 1 or 2 other bytes; without
 * the characters that hold bits of what stands beside it. Secrets that give too few are left out.
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
 * Finds a secret and its ends.
 * @param needle in small letters
 * @param least characters of the shortest end that is masked where it stands alone
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

/** Whether a stretch that equals a part of a secret gives it away, or is part of another word. */
function isEvident(text: string, needle: string, { start, end }: Span): boolean {
  if (end - start >= evidentLength) return true;
  // A short secret that is no plain word cannot be part of one.
  if (end - start === needle.length && /[^a-z]/.test(needle)) return true;
  return isWordStart(text, start) && !isPartOfWord(text[end]);
}

/** Some vendors write the letter x in place of each character they hide. */
function isWordStart(text: string, at: number): boolean {
  return !isPartOfWord(text[at - 1]) || text.slice(Math.max(0, at - 3), at) === 'xxx';
}

/** Finds a text in small letters where neither a letter, a digit, `_` nor `-` stands beside it. */
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
