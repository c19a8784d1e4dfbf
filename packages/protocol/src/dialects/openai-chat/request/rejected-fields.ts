// Leaves out the fields that an upstream rejects, for the request encoder of Chat Completions.
import type { NoteBook } from '../../../canonical/note.ts';
import type { JsonValue } from '../../../json/value.ts';
import type { ChatRequest } from '../types.ts';

/** The paths of fields in the canonical request, where they have other names there. */
const paths: Readonly<Record<string, string>> = {
  n: 'candidates',
  seed: 'sampling.seed',
  presence_penalty: 'sampling.presencePenalty',
  frequency_penalty: 'sampling.frequencyPenalty',
  logit_bias: 'sampling.logitBias',
  logprobs: 'sampling.logprobs',
  top_logprobs: 'sampling.topLogprobs',
  safety_identifier: 'user',
  service_tier: 'serviceTier',
  prompt_cache_key: 'cacheKey',
  parallel_tool_calls: 'parallelToolCalls',
  reasoning_effort: 'reasoning',
};

/** Values that mean the same as no field to the client. */
const defaults: Readonly<Record<string, JsonValue>> = {
  n: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  logprobs: false,
  parallel_tool_calls: true,
  store: false,
  // Ours, of every stream.
  stream_options: { include_usage: true },
};

/** Removes the fields from the body; a note says so unless they change nothing. */
export function leaveOutRejected(
  body: ChatRequest,
  rejected: readonly string[],
  notes: NoteBook,
): ChatRequest {
  if (rejected.length === 0) return body;
  const kept: [string, unknown][] = [];
  for (const [field, value] of Object.entries(body)) {
    if (!rejected.includes(field)) kept.push([field, value]);
    else if (JSON.stringify(value) !== JSON.stringify(defaults[field])) {
      notes.dropped(paths[field] ?? field, 'This upstream rejects the field.');
    }
  }
  return Object.fromEntries(kept) as unknown as ChatRequest;
}
