// Turns a whole reply into canonical events, for clients that requested a stream.
import type { CanonicalEvent, PartHead, CanonicalReply, Choice } from './reply.ts';
import type { NoteBook } from './note.ts';
import type { ProviderState } from './provider-state.ts';
import type { Part } from './part.ts';
import { omitUndefined } from '../shared/omit-undefined.ts';

/**
 * Converts a whole reply to an event stream, for an upstream that responds to a stream request with one JSON
 * body. `assembleReply` is the inverse.
 * @param notes receives what a stream cannot carry: tool results among the parts of the reply
 */
export function replayReply(reply: CanonicalReply, notes?: NoteBook): CanonicalEvent[] {
  const { id, model, serviceTier, usage } = reply;
  const events: CanonicalEvent[] = [
    {
      type: 'reply-start',
      ...omitUndefined({ id, model, serviceTier, usage }),
    },
  ];
  let index = 0;
  for (const choice of reply.choices) {
    noteLosses(choice, notes);
    const { logprobs } = choice;
    if (logprobs !== undefined) events.push({ type: 'logprobs', choice: choice.index, logprobs });
    for (const part of choice.parts) {
      const added = replayPart(part, { index, choice: choice.index });
      if (added.length > 0) index++;
      events.push(...added);
    }
    events.push({ type: 'finish', choice: choice.index, finish: choice.finish });
  }
  if (usage !== undefined) events.push({ type: 'usage', usage });
  if (reply.extras !== undefined) events.push({ type: 'extras', extras: reply.extras });
  events.push({ type: 'reply-end' });
  return events;
}

function noteLosses(choice: Choice, notes: NoteBook | undefined): void {
  for (const [index, part] of choice.parts.entries()) {
    if (headOf(part) !== undefined) continue;
    const path = `choices[${choice.index}].parts[${index}]`;
    notes?.dropped(path, `A stream cannot carry a part of type ${part.type}.`);
  }
}

/** Returns the events of one part; none if a stream cannot carry it. */
function replayPart(
  part: Part,
  place: { readonly index: number; readonly choice: number },
): CanonicalEvent[] {
  const head = headOf(part);
  if (head === undefined) return [];
  const { index } = place;
  const events: CanonicalEvent[] = [{ type: 'part-start', ...place, part: head }];
  // The state of a call comes first, because some formats write it before the call.
  if (part.type === 'call') events.push(...stateEvents(index, part.providerState));
  const text = contentOf(part);
  if (text !== '') events.push({ type: 'part-delta', index, text });
  if (part.type === 'text') {
    for (const citation of part.citations ?? []) {
      events.push({ type: 'part-citation', index, citation });
    }
  }
  if (part.type === 'reasoning') events.push(...stateEvents(index, part.providerState));
  events.push({ type: 'part-end', index });
  return events;
}

function stateEvents(index: number, providerState: ProviderState | undefined): CanonicalEvent[] {
  return providerState === undefined ? [] : [{ type: 'part-state', index, providerState }];
}

function headOf(part: Part): PartHead | undefined {
  switch (part.type) {
    case 'text':
    case 'refusal': {
      const { type, phase } = part;
      return { type, ...omitUndefined({ phase }) };
    }
    case 'reasoning':
      return { type: part.type };
    case 'call': {
      const { arguments: _, providerState: __, cache: ___, ...head } = part;
      return head;
    }
    case 'server':
    case 'media':
      return part;
    case 'unknown':
      // Only the dialect of the part itself writes either; every other dialect drops both.
      return { type: 'server', dialect: part.dialect, raw: part.raw };
    case 'result':
      return undefined;
  }
}

function contentOf(part: Part): string {
  if (part.type === 'call') return part.arguments;
  return part.type === 'text' || part.type === 'reasoning' || part.type === 'refusal'
    ? part.text
    : '';
}
