import type { NoteBook } from '../../../canonical/note.ts';
import type {
  CanonicalRequest,
  OutputFormat,
  Reasoning,
  Sampling,
} from '../../../canonical/request.ts';
import { given } from '../../../shared/omit-undefined.ts';
import { isEffort } from '../../openai-chat/tables.ts';
import type { RequestInput } from './schema.ts';
import { textLogprobs } from '../tables.ts';

type Options = Pick<
  CanonicalRequest,
  | 'parallelToolCalls'
  | 'maxOutputTokens'
  | 'sampling'
  | 'outputFormat'
  | 'reasoning'
  | 'verbosity'
  | 'user'
  | 'serviceTier'
  | 'cacheKey'
  | 'metadata'
  | 'store'
  | 'previousResponseId'
>;

/** Reads everything of a request but its conversation and its tools. */
export function decodeOptions(input: RequestInput, notes: NoteBook): Options {
  const { user, safety_identifier: safetyIdentifier } = input;
  if (user && safetyIdentifier && user !== safetyIdentifier) {
    notes.dropped('user', 'The field safety_identifier takes the place of the older user.');
  }
  return {
    sampling: decodeSampling(input),
    ...given({
      parallelToolCalls: input.parallel_tool_calls,
      maxOutputTokens: input.max_output_tokens,
      outputFormat: decodeOutputFormat(input.text?.format, notes),
      reasoning: decodeReasoning(input.reasoning, notes),
      verbosity: input.text?.verbosity,
      user: safetyIdentifier ?? user,
      serviceTier: input.service_tier,
      cacheKey: input.prompt_cache_key,
      metadata: input.metadata,
      store: input.store,
      previousResponseId: input.previous_response_id,
    }),
  };
}

function decodeSampling(input: RequestInput): Sampling {
  const wantsLogprobs = input.include?.includes(textLogprobs) === true;
  return given({
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
  if (format?.type !== 'json_schema') return undefined;
  const { name, description, schema, strict } = format;
  if (!schema) {
    notes.approximated('text.format', 'A schema format without a schema means any JSON.');
    return { type: 'json' };
  }
  return { type: 'schema', schema, ...given({ name, description, strict }) };
}

/** A summary is what this format shows of the thinking; whoever asks for one wants to see it. */
function decodeReasoning(
  options: RequestInput['reasoning'],
  notes: NoteBook,
): Reasoning | undefined {
  const word = options?.effort ?? undefined;
  const effort = word !== undefined && isEffort(word) ? word : undefined;
  if (word !== undefined && effort === undefined) {
    notes.dropped('reasoning.effort', 'This word for the effort is not known.');
  }
  const summary = options?.summary ?? options?.generate_summary;
  const reasoning = given({ effort, show: summary ? true : undefined });
  return Object.keys(reasoning).length > 0 ? reasoning : undefined;
}
