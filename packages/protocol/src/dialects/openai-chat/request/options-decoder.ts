// Decodes the options of Chat Completions requests, for the request decoder.
import type { NoteBook } from '../../../canonical/note.ts';
import type {
  CanonicalRequest,
  OutputFormat,
  Reasoning,
  Sampling,
} from '../../../canonical/request.ts';
import { omitNullish } from '../../../shared/omit-undefined.ts';
import { isEffort } from '../../../shared/openai/effort.ts';
import { isKnownFormat, type KnownFormatInput, type RequestInput } from './schema.ts';

type Options = Omit<CanonicalRequest, 'model' | 'stream' | 'includeUsage' | 'turns' | 'tools'>;

/** Decodes everything in a request except its conversation and its tools. */
export function decodeOptions(input: RequestInput, notes: NoteBook): Options {
  const { user, safety_identifier: safetyIdentifier } = input;
  if (user && safetyIdentifier && user !== safetyIdentifier) {
    notes.dropped('user', 'The field safety_identifier replaces the older user.');
  }
  return {
    sampling: decodeSampling(input),
    ...omitNullish({
      parallelToolCalls: input.parallel_tool_calls,
      maxOutputTokens: input.max_completion_tokens ?? input.max_tokens,
      stopSequences: decodeStop(input.stop),
      candidates: input.n,
      outputFormat: decodeOutputFormat(input.response_format, notes),
      reasoning: decodeReasoning(input, notes),
      verbosity: input.verbosity,
      user: safetyIdentifier ?? user,
      serviceTier: input.service_tier,
      cacheKey: input.prompt_cache_key,
      metadata: input.metadata,
      store: input.store,
    }),
  };
}

function decodeSampling(input: RequestInput): Sampling {
  return omitNullish({
    temperature: input.temperature,
    topP: input.top_p,
    topK: input.top_k,
    seed: input.seed,
    presencePenalty: input.presence_penalty,
    frequencyPenalty: input.frequency_penalty,
    logitBias: input.logit_bias,
    logprobs: input.logprobs,
    topLogprobs: input.top_logprobs,
  });
}

function decodeStop(stop: RequestInput['stop']): string[] | undefined {
  const sequences = typeof stop === 'string' ? [stop] : (stop ?? []);
  const usable = sequences.filter((sequence) => sequence !== '');
  return usable.length > 0 ? usable : undefined;
}

function decodeOutputFormat(
  format: RequestInput['response_format'],
  notes: NoteBook,
): OutputFormat | undefined {
  if (!format) return undefined;
  if (isKnownFormat(format)) return decodeKnownFormat(format, notes);
  notes.dropped('response_format', 'This type of format is known only to its own server.');
  return undefined;
}

function decodeKnownFormat(format: KnownFormatInput, notes: NoteBook): OutputFormat | undefined {
  if (format.type === 'text') return undefined;
  if (format.type === 'json_object') return { type: 'json' };
  const { name, description, schema, strict } = format.json_schema;
  if (!schema) {
    notes.approximated('response_format', 'A schema format without a schema means any JSON.');
    return { type: 'json' };
  }
  return { type: 'schema', schema, ...omitNullish({ name, description, strict }) };
}

function decodeReasoning(input: RequestInput, notes: NoteBook): Reasoning | undefined {
  const options = input.reasoning ?? {};
  const word = input.reasoning_effort ?? options.effort ?? undefined;
  const effort = word !== undefined && isEffort(word) ? word : undefined;
  if (word !== undefined && effort === undefined) {
    notes.dropped('reasoning_effort', 'This reasoning effort is unknown.');
  }
  const reasoning: Reasoning = omitNullish({
    effort: options.enabled === false ? 'none' : effort,
    budget: options.max_tokens,
    show: options.exclude === true ? false : undefined,
  });
  return Object.keys(reasoning).length > 0 ? reasoning : undefined;
}
