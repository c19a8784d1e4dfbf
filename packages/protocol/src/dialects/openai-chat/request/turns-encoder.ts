// Encodes the conversation of a Chat Completions request.
import type { Place } from '../../../canonical/note.ts';
import type { CallPart, Part, ReasoningPart } from '../../../canonical/part.ts';
import type { CanonicalRequest, Turn } from '../../../canonical/request.ts';
import type { RequestTarget } from '../../../codec.ts';
import { foreignState, notePurpose } from '../../../shared/lost-request-details.ts';
import { repairTurns, resultRun } from '../../../history/repair.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { fitCallIds } from '../../../shared/openai/call-ids.ts';
import { writeReadable } from '../../../shared/readable.ts';
import { refuseLostMedia, rejectLostUserTurn } from '../../../shared/unsupported.ts';
import { encodeCall, encodeUpstreamState, losesState } from '../calls.ts';
import { noteForeignExtras, ownExtras } from '../extras.ts';
import { encodeNoReasoning, encodeUpstreamReasoning } from '../reasoning.ts';
import type { ChatCall, ChatContentPart, ChatMessage, ChatUserMessage } from '../types.ts';
import { encodeUserParts, noteMarks, type ContentPlace } from './content-encoder.ts';
import { encodeInstructions, encodeLateInstruction, type MessageContext } from './instructions.ts';
import { encodeResults } from './results.ts';
import { separateResults } from './strict-history.ts';
import { misplacedPart } from '../../../shared/extras.ts';

/** The maximum length of a call id, in characters. */
const longestCallId = 40;

const answers = { dialect: 'openai-chat', media: false, joinsTexts: true } as const;

/**
 * Encodes the conversation: leading instructions as one message, the results of a call turn directly after
 * it, and everything else in its place. Note paths use the turn indexes of the repaired history.
 */
export function encodeMessages(request: CanonicalRequest, context: MessageContext): ChatMessage[] {
  const { notes, target } = context;
  const repaired = repairTurns(request.turns, notes);
  const turns = writeReadable(fitCallIds(repaired, target, longestCallId), answers, notes);
  const body = turns.findIndex((turn) => turn.role !== 'instruction');
  const lead = body === -1 ? turns : turns.slice(0, body);
  const messages: ChatMessage[] = encodeInstructions(lead, context);
  const leadLength = messages.length;
  const written = new Set<number>();
  for (let at = lead.length; at < turns.length; at++) {
    const run = resultRun(turns, at);
    if (run.length > 0) {
      messages.push(...encodeResults(run, { notes, path: `turns[${at}]`, ...traitsOf(target) }));
      at += run.length - 1;
    } else {
      const said = encodeTurn(turns[at], { ...context, path: `turns[${at}]` });
      if (said.length > 0) written.add(at);
      messages.push(...said);
    }
  }
  rejectLostUserTurn(turns, written);
  if (messages.length === leadLength) refuseLostMedia(turns);
  return target.profile.strictHistory ? separateResults(messages, notes) : messages;
}

type TurnContext = MessageContext & Place;

/** What the upstream accepts in content. */
function traitsOf({ profile, vendor }: RequestTarget): Omit<ContentPlace, keyof Place> {
  return { cacheMarks: profile.cacheMarks, documentUrls: vendor === 'mistral' };
}

function encodeTurn(turn: Turn | undefined, context: TurnContext): ChatMessage[] {
  if (turn === undefined) return [];
  noteForeignExtras(turn.extras, context.path, context.notes);
  notePurpose(turn, context.path, context.notes);
  switch (turn.role) {
    case 'instruction':
      return encodeLateInstruction(turn, context);
    case 'user':
      return encodeUser(turn, context);
    case 'assistant':
      return encodeAssistant(turn, context);
    case 'result':
      return encodeResults([turn], { ...context, ...traitsOf(context.target) });
  }
}

function encodeUser(turn: Turn, { target, notes, path }: TurnContext): ChatUserMessage[] {
  const place = { notes, path: `${path}.parts`, ...traitsOf(target) };
  const parts = encodeUserParts(turn.parts, place);
  if (parts.length === 0 && turn.parts.length > 0) {
    notes.dropped(path, 'Nothing of this user turn can be sent.');
    return [];
  }
  return [
    {
      ...ownExtras(turn.extras),
      role: 'user',
      content: asPlainText(parts) ?? parts,
      ...omitUndefined({ name: turn.name }),
    },
  ];
}

/** A string means the same as a single plain text part, and every server accepts it. */
function asPlainText(parts: readonly ChatContentPart[]): string | undefined {
  const [only, other] = parts;
  if (only === undefined) return '';
  const isBare = !other && only.type === 'text' && Object.keys(only).length === 2;
  return isBare ? only.text : undefined;
}

function encodeAssistant(turn: Turn, context: TurnContext): ChatMessage[] {
  const place = { notes: context.notes, path: `${context.path}.parts` };
  const reasoning = encodeUpstreamReasoning(ofType(turn.parts, 'reasoning'), context.target, place);
  const calls = ofType(turn.parts, 'call').map((call) => encodeHistoryCall(call, context));
  const text = joinTexts(turn.parts, place);
  const refusal = ofType(turn.parts, 'refusal')
    .map((part) => part.text)
    .join('');
  const saysMore = calls.length > 0 || refusal !== '';
  const extras = ownExtras(turn.extras);
  if (text === '' && !saysMore && Object.keys({ ...reasoning, ...extras }).length === 0) {
    context.notes.dropped(context.path, 'Nothing of this assistant turn can be sent.');
    return [];
  }
  return [
    {
      ...extras,
      role: 'assistant',
      content: text === '' && saysMore ? null : text,
      ...omitUndefined({
        refusal: refusal || undefined,
        ...(Object.keys(reasoning).length > 0
          ? reasoning
          : encodeNoReasoning(context.target, context)),
        tool_calls: calls.length > 0 ? calls : undefined,
        name: turn.name,
      }),
    },
  ];
}

function ofType<Type extends Part['type']>(parts: readonly Part[], type: Type) {
  return parts.filter((part): part is Extract<Part, { type: Type }> => part.type === type);
}

function encodeHistoryCall(call: CallPart, { names, target, notes, path }: TurnContext): ChatCall {
  noteMarks(call, { notes, path });
  if (losesState(call, target)) notes.dropped(path, foreignState);
  return encodeCall(call, names.toUpstream(call.name), encodeUpstreamState(call, target));
}

type AssistantPart = Exclude<Part, CallPart | ReasoningPart>;

/** Text blocks are joined without separators, because citations split sentences. */
function joinTexts(parts: readonly Part[], place: Place): string {
  let text = '';
  for (const [index, part] of parts.entries()) {
    if (part.type === 'text') text += part.text;
    if (part.type !== 'call' && part.type !== 'reasoning') {
      noteAssistantPart(part, { ...place, path: `${place.path}[${index}]` });
    }
  }
  return text;
}

function noteAssistantPart(part: AssistantPart, place: Place): void {
  switch (part.type) {
    case 'text':
      noteMarks(part, place);
      return;
    case 'refusal':
      return;
    default:
      place.notes.dropped(place.path, misplacedPart('A chat history', part.type));
  }
}
