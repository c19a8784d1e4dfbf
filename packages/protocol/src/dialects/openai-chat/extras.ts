// Fields of Chat Completions bodies without a canonical form, kept as extras for decoders and encoders.
import type { Extras } from '../../canonical/dialect.ts';
import { extrasOf, type FieldNames, otherFields } from '../../shared/extras.ts';
import type { Place } from '../../canonical/note.ts';
import { createOtherFieldNoter } from '../../shared/lost-fields.ts';
import { outputDetails, promptDetails } from '../../shared/openai/reply.ts';

const { asExtras, ownExtras, noteForeignExtras } = extrasOf('openai-chat');
export { asExtras, noteForeignExtras, otherFields, ownExtras };

const promptCounts = 'usage.prompt_tokens_details';
const completionCounts = 'usage.completion_tokens_details';

/** Notes the fields of a reply or a chunk that no other format has. */
export const noteLostFields = createOtherFieldNoter('openai-chat', [
  ...['id', 'object', 'created', 'model', 'choices', 'service_tier', 'moderation', 'error'],
  ...['search_results', 'citations'],
  ...['usage.prompt_tokens', 'usage.completion_tokens', 'usage.total_tokens'],
  ...promptDetails.map((name) => `${promptCounts}.${name}`),
  ...outputDetails.map((name) => `${completionCounts}.${name}`),
  // Other names for the same counts.
  ...['usage.prompt_cache_hit_tokens', 'usage.prompt_cache_miss_tokens', 'usage.cached_tokens'],
  ...['usage.cache_read_input_tokens', 'usage.cache_creation_input_tokens'],
  ...['usage.num_cached_tokens', 'usage.prompt_token_details.cached_tokens'],
  ...['usage.reasoning_tokens', 'x_groq'],
  // An echo of the request, and random characters that hide the length of a chunk.
  ...['metadata', 'obfuscation'],
]);

const messageFields = ['role', 'content', 'refusal', 'tool_calls', 'function_call', 'annotations'];
const addedFields = ['reasoning_content', 'reasoning', 'reasoning_details', 'images', 'audio'];

const noteOtherChoiceFields = createOtherFieldNoter('openai-chat', [
  ...['index', 'finish_reason', 'logprobs.content', 'logprobs.refusal', 'usage'],
  // Other names for the reason, and the stop string.
  ...['native_finish_reason', 'stop_reason', 'matched_stop'],
  ...[...messageFields, ...addedFields].flatMap((name) => [`message.${name}`, `delta.${name}`]),
]);

const noteOtherCallFields = createOtherFieldNoter('openai-chat', [
  ...['index', 'id', 'type', 'extra_content'],
  ...['function.name', 'function.arguments', 'custom.name', 'custom.input'],
]);

/** Notes the fields beside the definition of a tool in a request. */
export const noteLostToolFields = createOtherFieldNoter('openai-chat', [
  ...['type', 'function', 'custom', 'cache_control', 'prompt_cache_breakpoint'],
]);

const noteOtherSourceFields = createOtherFieldNoter('openai-chat', [
  ...['type', 'url_citation.url', 'url_citation.title', 'url_citation.content'],
  ...['url_citation.start_index', 'url_citation.end_index'],
]);

/** A choice of a reply or a chunk. */
interface ChoiceFields {
  readonly message?: MessageFields | null | undefined;
  readonly delta?: MessageFields | null | undefined;
}

interface MessageFields {
  readonly content?:
    string | readonly { readonly type?: string | null | undefined }[] | null | undefined;
  readonly tool_calls?: readonly object[] | null | undefined;
  readonly annotations?: readonly object[] | null | undefined;
}

/** The types of the parts of `content` that are read; one without a type is text. */
const knownContents: ReadonlySet<string> = new Set([
  '',
  'text',
  'refusal',
  'thinking',
  'image_url',
]);

/** Notes the fields of a choice, of its calls, its sources and its content that no other format has. */
export function noteLostChoiceFields(choice: ChoiceFields, { path, notes }: Place): void {
  noteOtherChoiceFields(choice, { path, notes });
  const name = choice.delta ? 'delta' : 'message';
  const { content, tool_calls: calls, annotations } = choice.delta ?? choice.message ?? {};
  const parts = typeof content === 'string' ? [] : (content ?? []);
  if (parts.some(({ type }) => !knownContents.has(type ?? ''))) {
    notes.dropped(`${path}.${name}.content`, 'A message holds content of an unknown kind.');
  }
  for (const call of calls ?? []) {
    noteOtherCallFields(call, { path: `${path}.${name}.tool_calls`, notes });
  }
  for (const source of annotations ?? []) {
    noteOtherSourceFields(source, { path: `${path}.${name}.annotations`, notes });
  }
}

/** The fields of an object that are not among the known ones, as an extra of this dialect. */
export function keepExtras(
  source: Readonly<Record<string, unknown>>,
  known: FieldNames,
): { readonly extras?: Extras } {
  return asExtras(otherFields(source, known));
}
