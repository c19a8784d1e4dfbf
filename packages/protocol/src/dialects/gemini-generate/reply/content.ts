// The content of Gemini generateContent replies, for whole replies and streams.
import type { NoteBook, Place } from '../../../canonical/note.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import type { CallPart, Citation, Part } from '../../../canonical/part.ts';
import type { ReplyTarget } from '../../../codec.ts';
import type { CallIds } from '../../../history/ids.ts';
import type { NameMap } from '../../../history/names.ts';
import { createOptionalChoiceIds } from '../../../shared/calls.ts';
import { moveCitation } from '../../../shared/citation-places.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { noteForeignExtras } from '../extras.ts';
import { HeldReasoning, isGenuine } from '../reasoning.ts';
import { ownRaw } from '../request/content-decoder.ts';
import { readArguments } from '../request/content-encoder.ts';
import { encodeMedia } from '../request/media.ts';
import type { WireCall, WirePart, WireText } from '../types.ts';
import { TextOffsets } from './citations.ts';
import { foreignPart } from '../../../shared/extras.ts';

/** What the parts of one reply share. */
export interface ReplyEncoding {
  readonly names: NameMap;
  /** Ensures that the client receives each id once. */
  readonly ids: CallIds;
  readonly notes: NoteBook;
  /** False if the client did not request reasoning: then only its state is sent. */
  readonly showsReasoning: boolean;
  /** Reasoning of other vendors that waits for a part to be packed into. */
  readonly held: HeldReasoning;
}

/**
 * What the replies to one request share. Reasoning is sent only on request, as the vendor does: older clients
 * treat the text of every part as output.
 */
export function createEncoding(
  { names, id, request }: ReplyTarget,
  choice: number,
  notes: NoteBook,
): ReplyEncoding {
  const showsReasoning = request === undefined || request.reasoning?.show === true;
  return {
    names,
    ids: createOptionalChoiceIds(id, choice),
    notes,
    showsReasoning,
    held: new HeldReasoning(),
  };
}

/** Encodes one part for a client; empty text yields none. What is written must be counted. */
export function encodeReplyPart(part: Part, path: string, encoding: ReplyEncoding): WirePart[] {
  const place: Place = { path, notes: encoding.notes };
  if ('extras' in part) noteForeignExtras(part.extras, path, place.notes);
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ text: part.text }];
    case 'refusal':
      return encodeRefusal(part.text, place);
    case 'reasoning':
      return encodeReasoning(part, encoding);
    case 'call':
      return [encodeReplyCall(part, place, encoding)];
    case 'media':
      return encodeMedia(part, place);
    case 'server':
    case 'unknown': {
      const raw = ownRaw(part);
      if (raw !== undefined) return [raw];
      place.notes.dropped(path, foreignPart(part));
      return [];
    }
    case 'result':
      place.notes.dropped(path, 'An answer here holds no results.');
      return [];
  }
}

/** The format has no part for a refusal, and its text must reach the user. */
export function encodeRefusal(text: string, { path, notes }: Place): WireText[] {
  if (text === '') return [];
  notes.approximated(path, 'A refusal became text, because the format has no refusals.');
  return [{ text }];
}

/** The reasoning of a reply. */
export interface ReasoningText {
  readonly text: string;
  readonly providerState?: ProviderState | undefined;
}

function encodeReasoning(thought: ReasoningText, encoding: ReplyEncoding): WireText[] {
  const { text } = thought;
  const state = encodeState(thought, encoding);
  if (text === '' || !encoding.showsReasoning) return state;
  const [signed] = state;
  return [{ ...signed, text, thought: true }];
}

/**
 * State without text. Google's own authenticates the part before it; that of other vendors waits for the next
 * call, because clients drop parts that contain only state.
 */
export function encodeState(
  { text, providerState }: ReasoningText,
  { held }: ReplyEncoding,
): WireText[] {
  if (providerState === undefined) return [];
  if (isGenuine(providerState)) return [{ text: '', thoughtSignature: providerState.data }];
  held.hold({ text, providerState });
  return [];
}

/** State that was not packed into a call is packed into the last text, as Google's own is. */
export function encodeHeldState(parts: readonly WirePart[], { held }: ReplyEncoding): WirePart[] {
  const signature = held.sealLast();
  if (signature === undefined) return [...parts];
  const last = parts.at(-1);
  const isFree = last !== undefined && 'text' in last && last.thought !== true;
  if (!isFree || 'thoughtSignature' in last) {
    return [...parts, { text: '', thoughtSignature: signature }];
  }
  return [...parts.slice(0, -1), { ...last, thoughtSignature: signature }];
}

export function encodeReplyCall(
  part: CallPart,
  place: Place,
  { names, ids, held }: ReplyEncoding,
): WireCall {
  const thoughtSignature = held.sealCall(part.providerState);
  return {
    functionCall: {
      id: ids.claim(part.id),
      name: names.toCaller(part.name),
      args: readArguments(part, place),
    },
    ...omitUndefined({ thoughtSignature }),
  };
}

/** The citations of all texts of a reply, with offsets into the whole text as in this format. */
export function collectCitations(parts: readonly Part[]): {
  readonly citations: readonly Citation[];
  readonly offsets: TextOffsets;
} {
  const offsets = new TextOffsets();
  const citations: Citation[] = [];
  for (const part of parts) {
    if (part.type !== 'text') continue;
    const start = offsets.length;
    citations.push(...(part.citations ?? []).map((citation) => moveCitation(citation, start)));
    offsets.add(part.text);
  }
  return { citations, offsets };
}
