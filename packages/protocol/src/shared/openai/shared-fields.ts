// Fields that both of OpenAI's formats share, for request options.
import type { DialectId, Extras } from '../../canonical/dialect.ts';
import type { JsonObject } from '../../json/value.ts';

/**
 * Request fields that mean the same in Chat Completions and in Responses, and that no other format has
 * (`openai` 7.55.0, `ChatCompletionCreateParams` and `ResponseCreateParams`).
 */
const sharedFields = ['prompt_cache_retention', 'prompt_cache_options', 'moderation'];

/** Copies the shared fields from one dialect's extras to the other's. */
export function adoptFields(
  extras: Extras | undefined,
  from: DialectId,
  to: DialectId,
): Extras | undefined {
  const given = extras?.[from];
  if (given === undefined) return extras;
  const adopted: JsonObject = {};
  const left: JsonObject = {};
  for (const [name, value] of Object.entries(given)) {
    (sharedFields.includes(name) ? adopted : left)[name] = value;
  }
  return { ...extras, [from]: left, [to]: { ...adopted, ...extras?.[to] } };
}
