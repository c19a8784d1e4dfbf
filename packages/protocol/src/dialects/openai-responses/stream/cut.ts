// Keeps the output of a Responses stream and writes the frames that end it at its output limit, for the stream
// observer.
import type { Usage } from '../../../canonical/usage.ts';
import type { JsonObject } from '../../../json/value.ts';
import { objectAt, positionAt, textAt } from '../../../shared/json-fields.ts';
import { writeJsonFrame } from '../../../sse/frame.ts';
import { encodeUsage } from '../usage.ts';

/** A part of an item: of its content, or of its reasoning summary. */
export interface KeptPart {
  /** The part at its start, or completed. */
  part: JsonObject;
  readonly pieces: string[];
  /** True if its whole text has been sent. */
  isSent: boolean;
  isDone: boolean;
}

export interface KeptItem {
  /** The item at its start, or completed. */
  item: JsonObject;
  readonly parts: KeptPart[];
  /** The arguments or input of a call, which has no parts. */
  readonly pieces: string[];
  isSent: boolean;
  isDone: boolean;
}

/** Keeps the output of a stream as it passes, because the last event must repeat it. */
export class OutputRecorder {
  readonly #items = new Map<number, KeptItem>();

  /** The items, sorted by index. */
  get items(): readonly (readonly [position: number, item: KeptItem])[] {
    return [...this.#items].sort(([one], [other]) => one - other);
  }

  take(type: string, event: JsonObject): void {
    const position = positionAt(event, 'output_index');
    if (position === undefined) return;
    if (type === 'response.output_item.added') {
      const item = objectAt(event, 'item') ?? {};
      this.#items.set(position, { item, parts: [], pieces: [], isSent: false, isDone: false });
      return;
    }
    const kept = this.#items.get(position);
    if (kept === undefined) return;
    if (type === 'response.output_item.done') finishItem(kept, event);
    else follow(kept, type, event);
  }
}

/** The item contains all of its text, so the chunks are no longer needed. */
function finishItem(kept: KeptItem, event: JsonObject): void {
  kept.item = objectAt(event, 'item') ?? kept.item;
  kept.parts.length = 0;
  kept.pieces.length = 0;
  kept.isDone = true;
}

function follow(kept: KeptItem, type: string, event: JsonObject): void {
  const place = positionAt(event, 'content_index') ?? positionAt(event, 'summary_index');
  if (type.endsWith('_part.added')) {
    const part = objectAt(event, 'part') ?? {};
    kept.parts.push({ part, pieces: [], isSent: false, isDone: false });
    return;
  }
  const owner = place === undefined ? kept : kept.parts[place];
  if (owner === undefined) return;
  if (type.endsWith('_part.done') && 'part' in owner) {
    owner.part = objectAt(event, 'part') ?? owner.part;
    owner.isDone = true;
  } else if (type.endsWith('.delta')) owner.pieces.push(textAt(event, 'delta'));
  else if (type.endsWith('.done')) owner.isSent = true;
}

type CutEvent = JsonObject & { readonly type: string };

/** The event that repeats the whole text of a part, and its text field, by the type of part. */
const doneEventOfPart = new Map([
  ['output_text', { type: 'response.output_text.done', field: 'text' }],
  ['refusal', { type: 'response.refusal.done', field: 'refusal' }],
  ['summary_text', { type: 'response.reasoning_summary_text.done', field: 'text' }],
  ['reasoning_text', { type: 'response.reasoning_text.done', field: 'text' }],
]);

/** The same for items that consist of one text. */
const doneEventOfItem = new Map([
  ['function_call', { type: 'response.function_call_arguments.done', field: 'arguments' }],
  ['custom_tool_call', { type: 'response.custom_tool_call_input.done', field: 'input' }],
]);

/**
 * The frames that end a stream at its output limit: each open part and item is closed with its content so
 * far, and the last event repeats the whole reply as incomplete.
 * @param head the reply as an earlier event stated it
 */
export function writeCut(
  kept: OutputRecorder,
  {
    head,
    from,
    usage,
  }: { readonly head: JsonObject; readonly from: number; readonly usage: Usage },
): string {
  const closed = kept.items.map(([position, item]) => closeItem(position, item));
  const response = {
    ...head,
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    output: closed.map(({ item }) => item),
    usage: { ...encodeUsage(usage) },
  };
  const events: CutEvent[] = [
    ...closed.flatMap((each) => each.events),
    { type: 'response.incomplete', response },
  ];
  return events
    .map((event, index) => writeJsonFrame({ ...event, sequence_number: from + index }, event.type))
    .join('');
}

interface ClosedItem {
  readonly item: JsonObject;
  readonly events: readonly CutEvent[];
}

function closeItem(position: number, kept: KeptItem): ClosedItem {
  if (kept.isDone) return { item: kept.item, events: [] };
  const place = { item_id: textAt(kept.item, 'id'), output_index: position };
  const { item, events } = kept.parts.length > 0 ? closeParts(kept, place) : closeCall(kept, place);
  const done: CutEvent = { type: 'response.output_item.done', output_index: position, item };
  return { item, events: [...events, done] };
}

function closeCall(kept: KeptItem, place: JsonObject): ClosedItem {
  const doneEvent = doneEventOfItem.get(textAt(kept.item, 'type'));
  const item = { ...kept.item, status: 'incomplete' };
  if (doneEvent === undefined) return { item, events: [] };
  const said = { [doneEvent.field]: kept.pieces.join('') };
  const events = kept.isSent ? [] : [{ type: doneEvent.type, ...place, ...said }];
  return { item: { ...item, ...said }, events };
}

function closeParts(kept: KeptItem, place: JsonObject): ClosedItem {
  const isSummary = kept.parts.some(({ part }) => part['type'] === 'summary_text');
  const counter = isSummary ? 'summary_index' : 'content_index';
  const closed = kept.parts.map((part, index) => closePart(part, { ...place, [counter]: index }));
  const field = isSummary ? 'summary' : 'content';
  const item = { ...kept.item, status: 'incomplete', [field]: closed.map(({ part }) => part) };
  return { item, events: closed.flatMap(({ events }) => events) };
}

function closePart(kept: KeptPart, place: JsonObject) {
  const doneEvent = doneEventOfPart.get(textAt(kept.part, 'type'));
  if (kept.isDone || doneEvent === undefined) return { part: kept.part, events: [] };
  const said = { [doneEvent.field]: kept.pieces.join('') };
  const part = { ...kept.part, ...said };
  const logprobs = doneEvent.type === 'response.output_text.done' ? { logprobs: [] } : {};
  const sent: CutEvent = { type: doneEvent.type, ...place, ...said, ...logprobs };
  const kind = 'summary_index' in place ? 'reasoning_summary_part' : 'content_part';
  const done: CutEvent = { type: `response.${kind}.done`, ...place, part };
  return { part, events: kept.isSent ? [done] : [sent, done] };
}
