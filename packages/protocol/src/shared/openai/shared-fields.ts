// Fields that both formats of OpenAI have under the same name, for request options.
import type { DialectId, Extras } from '../../canonical/dialect.ts';
import type { JsonObject } from '../../json/value.ts';

/**
 * Fields of requests that mean the same in chat completions and in Responses, and are nowhere else
 * (`openai` 7.55.0, `ChatCompletionCreateParams` and `ResponseCreateParams`).
 */
const sharedFields = ['prompt_cache_retention', 'prompt_cache_options', 'moderation'];

/** Hands the fields that two dialects share from the one to the other. */
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
