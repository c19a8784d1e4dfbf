// Decodes and encodes whole Gemini generateContent replies, for the codec.
import { assembleReply } from '../../../canonical/assemble.ts';
import { NoteBook, type Translated } from '../../../canonical/note.ts';
import type { Part } from '../../../canonical/part.ts';
import type { CanonicalReply, Choice } from '../../../canonical/reply.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { ReadReply, ReplySource, ReplyTarget } from '../../../codec.ts';
import { writeJson } from '../../../json/exact-number.ts';
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import { objectsOf } from '../../../shared/json-fields.ts';
import type { Redact } from '../../../redaction/redaction.ts';
import {
  noCitedText,
  noteCacheWrites,
  noteCommentary,
  noteLostTier,
} from '../../../shared/lost-reply-details.ts';
import { createOptionalChoiceIds, isCutOff, isWholeCall, leftOut } from '../../../shared/calls.ts';
import { placeCitation } from '../../../shared/citation-places.ts';
import { rejectMistake } from '../../../shared/errors/mistaken-reply.ts';
import { notAReply } from '../../../shared/errors/upstream-error.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { createParser } from '../../../shared/schema-check.ts';
import { decodeBodyFailure, findFailure } from '../error.ts';
import {
  noteForeignExtras,
  noteLostCandidateFields,
  noteLostExplanation,
  noteLostFields,
  noteOwnExtras,
} from '../extras.ts';
import {
  blockedFinish,
  decodeFinish,
  encodeFinish,
  explanationOf,
  isNormalStop,
} from '../finish.ts';
import { decodeUpstreamSignature } from '../reasoning.ts';
import { readPart, type Piece } from '../request/content-decoder.ts';
import { PartList } from '../request/part-list.ts';
import { createStreamDecoder } from '../stream/decoder.ts';
import { dialect, tierOf } from '../tables.ts';
import type { Reply, WireCandidate, WirePart } from '../types.ts';
import { decodeTier, encodeUsage, noteLostUsage, UsageClaims } from '../usage.ts';
import {
  decodeCitations,
  encodeCitations,
  hasCitations,
  noteLostSources,
  TextOffsets,
} from './citations.ts';
import {
  collectCitations,
  createEncoding,
  encodeReplyPart,
  encodeHeldState,
  type ReplyEncoding,
} from './content.ts';
import { decodeLogprobs, encodeLogprobs } from './logprobs.ts';
import { replySchema, type CandidateInput, type ReplyInput } from './schema.ts';

const parseSchema = createParser(replySchema);

/** @throws GatewayError `upstream-unavailable` if it is not a reply, or the error in the body */
function parseReply(body: JsonValue, redact: Redact | undefined): ReplyInput {
  const failure = findFailure(body);
  if (failure !== undefined) throw decodeBodyFailure(failure, redact);
  const parsed = parseSchema(body);
  if (parsed.success && isAnswer(parsed.data)) return parsed.data;
  const unexpected = { body, redact, cause: parsed.error };
  throw notAReply(unexpected, 'The upstream response has no candidates.', dialect);
}

/** A blocked prompt is a reply as well: it states why there is no other. */
function isAnswer({ candidates, promptFeedback }: ReplyInput): boolean {
  return (candidates ?? []).length > 0 || Boolean(promptFeedback?.blockReason);
}

/** Decodes a whole reply. Invalid fields are ignored; an error with status 200 is thrown. */
export function decodeReply(body: JsonValue, source: ReplySource): Translated<CanonicalReply> {
  if (Array.isArray(body) && findFailure(body) === undefined) return decodeChunks(body, source);
  const input = parseReply(body, source.redact);
  const notes = new NoteBook();
  const candidates = input.candidates ?? [];
  noteLostFields(input, { path: '', notes });
  noteLostUsage(input.usageMetadata, { path: 'usageMetadata', notes });
  const value: CanonicalReply = {
    ...omitUndefined({
      id: input.responseId || undefined,
      model: input.modelVersion || undefined,
      serviceTier: decodeTier(input.usageMetadata ?? undefined),
    }),
    choices:
      candidates.length > 0
        ? candidates.map((each, at) => decodeCandidate(each, at, { source, input, notes }))
        : [blockedChoice(input)],
    ...omitUndefined({ usage: new UsageClaims().take(input) }),
  };
  const text = candidates.find(({ finishMessage }) => finishMessage)?.finishMessage;
  rejectMistake(value.choices, { text, redact: source.redact });
  return { value, notes: notes.notes };
}

/** A stream without `alt=sse` that was read as one body is a list of chunks. */
function decodeChunks(
  chunks: readonly JsonValue[],
  source: ReplySource,
): Translated<CanonicalReply> {
  const decoder = createStreamDecoder(source);
  const events = chunks.flatMap((chunk) => decoder.push({ data: writeJson(chunk) }));
  const value = assembleReply([...events, ...decoder.end()]);
  return { value, notes: decoder.notes };
}

interface ReadContext {
  readonly source: ReplySource;
  readonly input: ReplyInput;
  readonly notes: NoteBook;
}

function decodeCandidate(
  candidate: CandidateInput,
  position: number,
  { source, input, notes }: ReadContext,
): Choice {
  const index = candidate.index ?? position;
  const ids = createOptionalChoiceIds(input.responseId ?? '', index);
  const list = new PartList();
  const pieces = (candidate.content?.parts ?? []).flatMap((wire) => {
    return readPart(wire, (data) => decodeUpstreamSignature(data, source.vendor));
  });
  const isWhole = isNormalStop(candidate.finishReason);
  for (const piece of isWhole ? showLastDraft(pieces) : pieces) {
    if (piece.type === 'call') {
      list.add({ type: 'call', call: { ...piece.call, id: ids.claim(piece.call.id) } });
    } else if (piece.type === 'reasoning') {
      const { extras, ...thought } = piece;
      noteOwnExtras(extras, `candidates[${index}].content.parts`, notes);
      list.add(thought);
    } else list.add(piece);
  }
  const hasCalls = list.parts.some((part) => part.type === 'call');
  const { logprobsResult } = candidate;
  const place = { path: `candidates[${index}]`, notes };
  const finish = decodeFinish(candidate.finishReason, hasCalls, notes);
  noteLostCandidateFields(candidate, place);
  noteLostSources(candidate, place);
  const explanation = explanationOf(candidate, finish, list.parts.length > 0);
  if (explanation === '') noteLostExplanation(candidate, place);
  else list.parts.push({ type: 'refusal', text: explanation });
  return {
    index,
    parts: withCitations(list.parts, candidate, notes),
    finish,
    ...omitUndefined({ logprobs: logprobsResult ? decodeLogprobs(logprobsResult) : undefined }),
  };
}

/** In a reply without another image, the last image of the reasoning is the output: some models mark that, too. */
function showLastDraft(pieces: readonly Piece[]): readonly Piece[] {
  const at = pieces.findLastIndex((piece) => piece.type === 'whole' && piece.draft !== undefined);
  const last = pieces[at];
  if (last?.type !== 'whole' || last.draft === undefined) return pieces;
  if (pieces.some((piece) => piece.type === 'whole' && piece.part.type === 'media')) return pieces;
  return pieces.with(at, { type: 'whole', part: last.draft });
}

/** Sources have offsets into the whole reply here; each is assigned to the text it refers to. */
function withCitations(parts: readonly Part[], candidate: CandidateInput, notes: NoteBook): Part[] {
  if (!hasCitations(candidate)) return [...parts];
  const offsets = new TextOffsets();
  const spans = parts.flatMap((part, at) => {
    if (part.type !== 'text') return [];
    const start = offsets.length;
    offsets.add(part.text);
    return [{ at, start, end: offsets.length }];
  });
  const placed = decodeCitations(candidate, offsets).map((each) => placeCitation(each, spans));
  if (placed.includes(undefined)) {
    notes.dropped('citationMetadata', noCitedText);
  }
  return parts.map((part, at) => {
    const citations = placed.flatMap((each) => (each?.span.at === at ? [each.citation] : []));
    return part.type === 'text' && citations.length > 0 ? { ...part, citations } : part;
  });
}

function blockedChoice({ promptFeedback }: ReplyInput): Choice {
  const text = promptFeedback?.blockReasonMessage ?? '';
  return {
    index: 0,
    parts: text === '' ? [] : [{ type: 'refusal', text }],
    finish: blockedFinish(promptFeedback?.blockReason ?? ''),
  };
}

/** Encodes a whole reply under the client's model name. */
export function encodeReply(
  reply: CanonicalReply,
  target: ReplyTarget,
): Translated<JsonObject & Reply> {
  const notes = new NoteBook();
  noteForeignExtras(reply.extras, '', notes);
  // The format states the tier beside the token counts.
  const serviceTier = reply.usage && tierOf(reply.serviceTier ?? '');
  noteLostTier(reply.serviceTier, serviceTier, notes);
  noteCacheWrites(reply.usage, notes);
  const usage = reply.usage && { ...encodeUsage(reply.usage), ...omitUndefined({ serviceTier }) };
  const value: Reply = {
    candidates: reply.choices.map((choice) => {
      return encodeChoice(choice, createEncoding(target, choice.index, notes));
    }),
    ...omitUndefined({ usageMetadata: usage }),
    ...replyHead(target),
  };
  return { value, notes: notes.notes };
}

/** The fields that a whole reply and every chunk repeat. */
export function replyHead(target: ReplyTarget): Pick<Reply, 'modelVersion' | 'responseId'> {
  return { modelVersion: target.model, responseId: target.id };
}

function encodeChoice(choice: Choice, encoding: ReplyEncoding): WireCandidate {
  const { notes } = encoding;
  noteCommentary(choice.parts, notes);
  const path = `choices[${choice.index}]`;
  const written = choice.parts.flatMap((part, index) => {
    const place = `${path}.parts[${index}]`;
    if (part.type !== 'call' || isWholeCall(part) || !isCutOff(choice.finish)) {
      const parts = encodeReplyPart(part, place, encoding);
      encoding.held.count(parts);
      return parts;
    }
    notes.dropped(place, leftOut);
    return [];
  });
  const parts = encodeHeldState(written, encoding);
  const { citations, offsets } = collectCitations(choice.parts);
  const hasCalls = choice.parts.some((part) => part.type === 'call');
  const cited = encodeCitations(citations, offsets, notes);
  return {
    content: { role: 'model', parts: parts.length > 0 ? parts : [emptyPart] },
    finishReason: encodeFinish(choice.finish, hasCalls, notes),
    index: choice.index,
    ...omitUndefined({
      citationMetadata: cited.length > 0 ? { citationSources: cited } : undefined,
      logprobsResult: encodeLogprobs(choice.logprobs),
    }),
  };
}

/** Official clients do not store a reply in their history if its list of parts is empty. */
export const emptyPart: WirePart = { text: '' };

/** Passthrough: validates a whole reply and reads its usage. Throws like `decodeReply`. */
export function readReply(body: JsonValue, redact?: Redact): ReadReply {
  const isList = Array.isArray(body) && findFailure(body) === undefined;
  const last = parseReply(isList ? (body.at(-1) ?? null) : body, redact);
  const claims = new UsageClaims();
  let usage: Usage | undefined;
  for (const chunk of isList ? objectsOf(body) : [last]) usage = claims.take(chunk) ?? usage;
  return { usage };
}
