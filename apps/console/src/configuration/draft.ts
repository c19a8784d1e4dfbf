/** A part of the configuration while it is edited, and how its fields are read and changed. */

/** A part in the form of the file; the server checks it, so that nothing here is sure of its fields. */
export type Draft = Readonly<Record<string, unknown>>;

/** What of a draft is a text, or the text of a number; otherwise the empty text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** What of a draft is a list of texts. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** What of a draft is a list of objects. */
export function draftsOf(value: unknown): readonly Draft[] {
  return Array.isArray(value) ? value.filter(isDraft) : [];
}

export function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The draft with another field; the empty text and an empty list take the field away. */
export function withField(draft: Draft, field: string, value: unknown): Draft {
  const { [field]: _, ...rest } = draft;
  const isEmpty =
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  // A field that stays keeps its place, so that the JSON does not jump about.
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

/** A number, or the text as it is, which the server then refuses in its own words. */
export function numberOf(text: string): number | string | undefined {
  if (text.trim() === '') return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}
