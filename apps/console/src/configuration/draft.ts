/** A draft of an entity, and functions that read and change its fields. */

import { readTypedNumber } from '../money/typed-number.ts';

/** An entity in the format of the file; only the server validates it, so its fields may have any type. */
export type Draft = Readonly<Record<string, unknown>>;

/** A field as text; numbers are converted, other values are empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A field as a list of texts. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** A field as a list of objects. */
export function draftsOf(value: unknown): readonly Draft[] {
  return Array.isArray(value) ? value.filter(isDraft) : [];
}

export function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The draft with a changed field; an empty text or list removes the field. */
export function withField(draft: Draft, field: string, value: unknown): Draft {
  const { [field]: _, ...rest } = draft;
  const isEmpty =
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  // An existing field keeps its position in the JSON.
  if (isEmpty) return rest;
  return { ...draft, [field]: value };
}

/** One text for each line that is not empty. */
export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A number, or the unchanged text, which the server then rejects. */
export function numberOf(text: string): number | string | undefined {
  if (text.trim() === '') return undefined;
  const number = Number(readTypedNumber(text));
  return Number.isFinite(number) ? number : text;
}

/** An object as lines such as `x-team: research`. */
export function formatEntries(value: unknown): string {
  if (!isDraft(value)) return '';
  return Object.entries(value)
    .map(([name, entry]) => `${name}: ${textOf(entry)}`)
    .join('\n');
}

/** Lines such as `x-team: research` as an object of texts; nothing for a text without lines. */
export function parseEntries(text: string): Readonly<Record<string, string>> | undefined {
  const lines = linesOf(text);
  if (lines.length === 0) return undefined;
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    }),
  );
}
