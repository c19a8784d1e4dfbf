import type { Extras } from '../../../canonical/dialect.ts';
import type { JsonObject } from '../../../json/value.ts';
import { isJsonObject } from '../../../json/value.ts';
import { asExtras, otherFields } from '../extras.ts';
import { canonicalFields, type RequestInput } from './schema.ts';
import { encryptedReasoning, textLogprobs } from '../tables.ts';

/** Under these names lie the parts of fields that are otherwise canonical. */
const textFields = new Set(['format', 'verbosity']);
const reasoningFields = new Set(['effort', 'summary', 'generate_summary']);
const canonicalIncludes: ReadonlySet<string> = new Set([encryptedReasoning, textLogprobs]);

/** What of a request only this dialect knows; a default that is only spelled out is nothing. */
export function keepRequestExtras(input: RequestInput): { readonly extras?: Extras } {
  const kept = otherFields(input, canonicalFields);
  if (kept['background'] === false) delete kept['background'];
  if (kept['truncation'] === 'disabled') delete kept['truncation'];
  if (input.stream_options?.include_obfuscation === false) delete kept['stream_options'];
  return asExtras({ ...kept, ...partsOf(input) });
}

function partsOf(input: RequestInput): JsonObject {
  const include = (input.include ?? []).filter((word) => !canonicalIncludes.has(word));
  const text = otherFields(input.text ?? {}, textFields);
  const reasoning = otherFields(input.reasoning ?? {}, reasoningFields);
  const summary = input.reasoning?.summary ?? input.reasoning?.generate_summary;
  if (summary && summary !== 'auto') reasoning['summary'] = summary;
  const choice = hostedChoice(input);
  return {
    ...(include.length > 0 && { include }),
    ...(Object.keys(text).length > 0 && { text }),
    ...(Object.keys(reasoning).length > 0 && { reasoning }),
    ...(choice !== undefined && { tool_choice: choice }),
  };
}

const ownChoices: readonly unknown[] = ['function', 'custom', 'allowed_tools'];

/** The choice of a tool that the vendor runs: no other dialect can say it. */
function hostedChoice({ tool_choice: choice }: RequestInput): JsonObject | undefined {
  return isJsonObject(choice) && !ownChoices.includes(choice['type']) ? choice : undefined;
}
