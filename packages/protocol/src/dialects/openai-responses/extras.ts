// Fields of Responses bodies without a canonical form, kept as extras for decoders and encoders.
import type { DialectId } from '../../canonical/dialect.ts';
import type { Place } from '../../canonical/note.ts';
import type { JsonObject } from '../../json/value.ts';
import { extrasOf, otherFields, type FieldNames } from '../../shared/extras.ts';
import { objectOf } from '../../shared/json-fields.ts';
import { createOtherFieldNoter } from '../../shared/lost-fields.ts';
import { outputDetails, promptDetails } from '../../shared/openai/reply.ts';

export { otherFields, rawOf } from '../../shared/extras.ts';

export const dialect = 'openai-responses' satisfies DialectId;

export const { asExtras, ownExtras, noteForeignExtras } = extrasOf(dialect);

/** Notes the fields of a reply that no other format has. */
export const noteLostFields = createOtherFieldNoter(dialect, [
  ...['id', 'object', 'model', 'status', 'output', 'output_text', 'error', 'incomplete_details'],
  ...['created_at', 'completed_at', 'service_tier', 'moderation'],
  ...['usage.input_tokens', 'usage.output_tokens', 'usage.total_tokens'],
  ...promptDetails.map((name) => `usage.input_tokens_details.${name}`),
  ...outputDetails.map((name) => `usage.output_tokens_details.${name}`),
  // Echoes of the request, and who pays for it.
  ...[
    'background',
    'billing',
    'context_management',
    'conversation',
    'frequency_penalty',
    'include',
  ],
  ...['instructions', 'max_output_tokens', 'max_tool_calls', 'metadata', 'parallel_tool_calls'],
  ...[
    'presence_penalty',
    'previous_response_id',
    'prompt',
    'prompt_cache_key',
    'prompt_cache_options',
  ],
  ...['prompt_cache_retention', 'reasoning', 'safety_identifier', 'store', 'stream_options'],
  ...['temperature', 'text', 'tool_choice', 'tools', 'top_logprobs', 'top_p', 'truncation', 'user'],
]);

const noteOtherMessageFields = createOtherFieldNoter(dialect, [
  ...['type', 'id', 'role', 'phase', 'content', 'status'],
]);

const noteOtherReasoningFields = createOtherFieldNoter(dialect, [
  ...['type', 'id', 'summary', 'content', 'encrypted_content', 'status'],
]);

const noteOtherContentFields = createOtherFieldNoter(dialect, [
  ...['type', 'text', 'refusal', 'annotations', 'logprobs'],
]);

const noteOtherSourceFields = createOtherFieldNoter(dialect, [
  ...['type', 'url', 'title', 'start_index', 'end_index'],
]);

/** An item of a reply. */
interface ItemFields {
  readonly type: string;
  readonly content?: readonly ContentFields[] | null | undefined;
}

interface ContentFields {
  readonly type?: string | null | undefined;
  readonly annotations?: readonly JsonObject[] | null | undefined;
}

/** Notes the fields of a message or of reasoning that no other format has; those of other items are kept. */
export function noteLostItemFields(item: ItemFields, { path, notes }: Place): void {
  if (item.type === 'reasoning') noteOtherReasoningFields(item, { path, notes });
  if (item.type !== 'message') return;
  noteOtherMessageFields(item, { path, notes });
  for (const part of item.content ?? []) {
    if (!knownContents.has(part.type ?? '')) continue;
    noteOtherContentFields(part, { path: `${path}.content`, notes });
    for (const source of part.annotations ?? []) {
      if (source['type'] !== 'url_citation') continue;
      noteOtherSourceFields(source, { path: `${path}.content.annotations`, notes });
    }
  }
}

/** The kinds of content that are read; any other is noted as a whole. */
const knownContents: ReadonlySet<string> = new Set(['output_text', 'text', 'refusal']);

/** The fields of a tool, a call or a result without a canonical form; explicit defaults are left out. */
export function otherToolFields(
  source: Readonly<Record<string, unknown>>,
  known: FieldNames,
): JsonObject {
  const others = otherFields(source, known);
  if (others['async'] === false) delete others['async'];
  if (others['defer_loading'] === false) delete others['defer_loading'];
  if (objectOf(others['caller'])['type'] === 'direct') delete others['caller'];
  return others;
}
