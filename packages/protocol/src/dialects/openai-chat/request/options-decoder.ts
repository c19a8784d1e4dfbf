// Decodes the options of Chat Completions requests, for the request decoder.
import type { NoteBook } from '../../../canonical/note.ts';
import type {
  CanonicalRequest,
  OutputFormat,
  Reasoning,
  Sampling,
} from '../../../canonical/request.ts';
import { omitNullish } from '../../../shared/omit-undefined.ts';
import { decodeSchemaFormat } from '../../../shared/openai/output-format.ts';
import { decodeEffort, decodeUser } from '../../../shared/openai/request-options.ts';
import { isKind } from '../../../shared/schema.ts';
import type { RequestInput } from './schema.ts';
import { readThinking } from './thinking.ts';

type Options = Omit<CanonicalRequest, 'model' | 'stream' | 'includeUsage' | 'turns' | 'tools'>;

/** Decodes everything in a request except its conversation and its tools. */
export function decodeOptions(input: RequestInput, notes: NoteBook): Options {
  return {
    sampling: decodeSampling(input),
    ...omitNullish({
      parallelToolCalls: input.parallel_tool_calls,
      maxOutputTokens: decodeLimit(input, notes),
      stopSequences: decodeStop(input.stop),
      candidates: input.n,
      outputFormat: decodeOutputFormat(input.response_format, notes),
      reasoning: readThinking(input) ?? decodeReasoning(input, notes),
      verbosity: input.verbosity,
      user: decodeUser(input, notes),
      serviceTier: input.service_tier,
      cacheKey: input.prompt_cache_key,
      metadata: input.metadata,
      store: input.store,
      wantsAudio: input.modalities?.includes('audio') === true ? true : undefined,
    }),
  };
}

function decodeLimit(input: RequestInput, notes: NoteBook): number | null | undefined {
  const { max_completion_tokens: limit, max_tokens: older } = input;
  if (limit && older && limit !== older) {
    notes.dropped('max_tokens', 'The field max_completion_tokens replaces the older max_tokens.');
  }
  return limit ?? older;
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
  if (!format || isKind(format, 'text')) return undefined;
  if (isKind(format, 'json_object')) return { type: 'json' };
  if (isKind(format, 'json_schema')) {
    return decodeSchemaFormat(format.json_schema, 'response_format', notes);
  }
  notes.dropped('response_format', 'This type of format is known only to its own server.');
  return undefined;
}

function decodeReasoning(input: RequestInput, notes: NoteBook): Reasoning | undefined {
  const options = input.reasoning ?? {};
  const word = input.reasoning_effort ?? options.effort;
  const effort = decodeEffort(word, 'reasoning_effort', notes);
  const reasoning: Reasoning = omitNullish({
    effort: options.enabled === false ? 'none' : effort,
    budget: options.max_tokens,
    show: options.exclude === true ? false : undefined,
  });
  return Object.keys(reasoning).length > 0 ? reasoning : undefined;
}
