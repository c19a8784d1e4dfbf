// Decodes the options of Responses requests, for the request decoder.
import type { Extras } from '../../../canonical/dialect.ts';
import type { NoteBook } from '../../../canonical/note.ts';
import type {
  CanonicalRequest,
  OutputFormat,
  Reasoning,
  Sampling,
} from '../../../canonical/request.ts';
import type { JsonObject } from '../../../json/value.ts';
import { omitNullish, omitUndefined } from '../../../shared/omit-undefined.ts';
import { decodeSchemaFormat } from '../../../shared/openai/output-format.ts';
import { decodeEffort, decodeUser } from '../../../shared/openai/request-options.ts';
import { asksForCompaction } from '../compaction.ts';
import { asExtras, otherFields, rawOf } from '../extras.ts';
import { encryptedReasoning, textLogprobs } from '../tables.ts';
import { canonicalFields, type RequestInput } from './schema.ts';
import { hostedChoice } from './tool-choice.ts';

type Options = Omit<CanonicalRequest, 'model' | 'stream' | 'includeUsage' | 'turns' | 'tools'>;

/** Decodes everything in a request except its conversation and its tools. */
export function decodeOptions(input: RequestInput, notes: NoteBook): Options {
  return {
    sampling: decodeSampling(input),
    ...omitNullish({
      parallelToolCalls: input.parallel_tool_calls,
      maxToolUses: input.max_tool_calls,
      maxOutputTokens: input.max_output_tokens,
      outputFormat: decodeOutputFormat(input.text?.format, notes),
      reasoning: decodeReasoning(input.reasoning, notes),
      verbosity: input.text?.verbosity,
      user: decodeUser(input, notes),
      serviceTier: input.service_tier,
      cacheKey: input.prompt_cache_key,
      metadata: input.metadata,
      store: input.store,
      previousResponseId: input.previous_response_id,
      mayCompact: isGiven(input['context_management']) ? true : undefined,
      wantsCompaction: asksForCompaction(input) ? true : undefined,
    }),
  };
}

/** Compaction is the only kind of context management. */
function isGiven(management: unknown): boolean {
  return Array.isArray(management) && management.length > 0;
}

function decodeSampling(input: RequestInput): Sampling {
  const wantsLogprobs = input.include?.includes(textLogprobs) === true;
  return omitNullish({
    temperature: input.temperature,
    topP: input.top_p,
    logprobs: wantsLogprobs || input.top_logprobs ? true : undefined,
    topLogprobs: input.top_logprobs || undefined,
  });
}

function decodeOutputFormat(
  format: NonNullable<RequestInput['text']>['format'],
  notes: NoteBook,
): OutputFormat | undefined {
  if (format?.type === 'json_object') return { type: 'json' };
  return format?.type === 'json_schema'
    ? decodeSchemaFormat(format, 'text.format', notes)
    : undefined;
}

/** This format shows reasoning as a summary; a client that requests a summary wants to see the reasoning. */
function decodeReasoning(
  options: RequestInput['reasoning'],
  notes: NoteBook,
): Reasoning | undefined {
  const effort = decodeEffort(options?.effort, 'reasoning.effort', notes);
  const summary = options?.summary ?? options?.generate_summary;
  const reasoning = omitNullish({ effort, show: summary ? true : undefined });
  return Object.keys(reasoning).length > 0 ? reasoning : undefined;
}

/** The canonical parts of `text`, `reasoning` and `include`; their other parts are kept as extras. */
const textFields = new Set(['format', 'verbosity']);
const canonicalFormats = new Set(['text', 'json_object', 'json_schema']);
const reasoningFields = new Set(['effort', 'summary', 'generate_summary']);
const canonicalIncludes: ReadonlySet<string> = new Set([encryptedReasoning, textLogprobs]);

/** The request fields that only this dialect has; explicit defaults are left out. */
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
  const format = input.text?.format;
  if (format && !canonicalFormats.has(format.type)) text['format'] = rawOf(format);
  const reasoning = otherReasoning(input.reasoning);
  return omitUndefined({
    include: include.length > 0 ? include : undefined,
    text: Object.keys(text).length > 0 ? text : undefined,
    reasoning: Object.keys(reasoning).length > 0 ? reasoning : undefined,
    tool_choice: hostedChoice(input),
  });
}

function otherReasoning(options: RequestInput['reasoning']): JsonObject {
  const others = otherFields(options ?? {}, reasoningFields);
  const summary = options?.summary ?? options?.generate_summary;
  if (summary && summary !== 'auto') others['summary'] = summary;
  if (others['mode'] === 'standard') delete others['mode'];
  if (others['context'] === 'auto') delete others['context'];
  return others;
}
