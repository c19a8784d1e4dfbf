// Instructions to answer in JSON, for encoders of OpenAI’s formats.
import type { OutputFormat } from '../../canonical/request.ts';
import { writeJson } from '../../json/exact-number.ts';
import { omitUndefined } from '../omit-undefined.ts';

const opening = 'The answer to the user must be';
const alone = 'no other text and no code fences.';

/** Asks for any JSON object. */
export const jsonInstruction = `${opening} one JSON object and nothing else: ${alone}`;

/** Asks for JSON that follows a schema. */
export function schemaInstruction({
  description,
  schema,
}: Extract<OutputFormat, { type: 'schema' }>): string {
  const whole = { ...omitUndefined({ description }), ...schema };
  return `${opening} JSON that follows this schema and nothing else: ${alone}\n${writeJson(whole)}`;
}

/** The reason in the note when an instruction was added only for the word. */
export const needsWord = 'The upstream requires the word JSON, so it was added.';

/** True if one of the texts contains the word JSON, which the vendors require (the reference of `response_format`). */
export function mentionsJson(texts: Iterable<string>): boolean {
  for (const text of texts) if (/json/i.test(text)) return true;
  return false;
}
