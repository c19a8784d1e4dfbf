// The content of Responses replies, for whole replies and streams.
import type { NoteBook } from '../../../canonical/note.ts';
import type { CallPart, Part } from '../../../canonical/part.ts';
import type { CallIds } from '../../../history/ids.ts';
import type { JsonValue } from '../../../json/value.ts';
import { readArguments } from '../../../shared/openai/call-arguments.ts';
import { dialect, rawOf } from '../extras.ts';
import { decodeUpstreamReasoning } from '../reasoning.ts';
import { qualifiedName } from '../request/namespaces.ts';
import { decodeAnnotation } from './citations.ts';
import { decodeImageCall } from './images.ts';
import type { OutputItemInput, ReplyPartInput } from './schema.ts';

/** What reading the items of one answer needs. */
export interface OutputContext {
  readonly vendor: string;
  readonly ids: CallIds;
  readonly notes: NoteBook;
}

/** Reads the items of an answer in their order; those the vendor ran by itself stay whole. */
export function decodeOutput(items: readonly OutputItemInput[], context: OutputContext): Part[] {
  return items.flatMap((item) => decodeItem(item, context));
}

function decodeItem(item: OutputItemInput, context: OutputContext): Part[] {
  switch (item.type) {
    case 'message':
      notePhase(item, context.notes);
      return (item.content ?? []).flatMap((part) => decodeText(part, context.notes));
    case 'reasoning': {
      const part = decodeUpstreamReasoning(item, context.vendor);
      return part === undefined ? [] : [part];
    }
    case 'function_call':
    case 'custom_tool_call':
      return decodeCall(item, context);
    default:
      return [decodeWhole(item)];
  }
}

/** Commentary is the only purpose of a message that its reader would want to know. */
export function notePhase({ phase }: OutputItemInput, notes: NoteBook): void {
  if (phase === 'commentary') {
    notes.approximated('output', 'Commentary of the answer became part of its text.');
  }
}

function decodeText(part: ReplyPartInput, notes: NoteBook): Part[] {
  if (part.type === 'refusal') {
    return part.refusal ? [{ type: 'refusal', text: part.refusal }] : [];
  }
  if (part.type !== 'output_text') {
    notes.dropped('output', 'A message holds content of an unknown kind.');
    return [];
  }
  if (!part.text) return [];
  const citations = (part.annotations ?? []).map(decodeAnnotation);
  return [{ type: 'text', text: part.text, ...(citations.length > 0 && { citations }) }];
}

function decodeCall(item: OutputItemInput, { ids, notes }: OutputContext): CallPart[] {
  if (!item.name) {
    notes.dropped('output', 'A call without a name cannot be answered.');
    return [];
  }
  const head = callHead(item, ids);
  const text = head.custom === true ? (item.input ?? '') : readArguments(item.arguments);
  return [{ ...head, arguments: text }];
}

/** Everything about a call but its arguments. Its own id pairs nothing; `call_id` does. */
export function callHead(
  item: OutputItemInput,
  ids: CallIds,
): Pick<CallPart, 'type' | 'id' | 'name' | 'custom'> {
  return {
    type: 'call',
    id: ids.claim(item.call_id || ''),
    name: qualifiedName(item.namespace, item.name ?? ''),
    ...(item.type === 'custom_tool_call' && { custom: true }),
  };
}

/** An image the vendor's tool made, or an item of another tool that the vendor ran. */
export function decodeWhole(item: OutputItemInput): Extract<Part, { type: 'media' | 'server' }> {
  return decodeImageCall(item) ?? { type: 'server', dialect, raw: rawOf(item) };
}

/** Token probabilities of all texts, in the form of chat, which is the canonical one. */
export function decodeLogprobs(items: readonly OutputItemInput[]): JsonValue | undefined {
  const content = items
    .flatMap((item) => item.content ?? [])
    .flatMap((part) => part.logprobs ?? []);
  return content.length > 0 ? { content, refusal: null } : undefined;
}
