// Decodes and encodes whole Anthropic Messages replies, for the codec.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { NoteBook, type Translated } from '../../../canonical/note.ts';
import type { Part } from '../../../canonical/part.ts';
import type { CanonicalReply, Choice } from '../../../canonical/reply.ts';
import { noteMediaTokens } from '../../../canonical/usage.ts';
import type { ReadReply, ReplySource, ReplyTarget } from '../../../codec.ts';
import { createCallIds } from '../../../history/ids.ts';
import type { Redact } from '../../../redaction/redaction.ts';
import {
  noteCommentary,
  noteLostTier,
  noteMissingUsage,
} from '../../../shared/lost-reply-details.ts';
import { isCutOff, isWholeCall, leftOut } from '../../../shared/calls.ts';
import { notAReply } from '../../../shared/errors/upstream-error.ts';
import { endWithText } from '../../../shared/text-state.ts';
import { omitNullish, omitUndefined } from '../../../shared/omit-undefined.ts';
import { createParser } from '../../../shared/schema-check.ts';
import { decodeReplyBlock, encodeReplyPart, type ReplyEncoding } from './content.ts';
import { isOutputCall } from '../output-tool.ts';
import { decodeBodyFailure, hasError } from '../error.ts';
import {
  asExtras,
  messageFields,
  noteForeignExtras,
  noteLostBlockFields,
  noteLostUsage,
  otherFields,
  ownExtras,
} from '../extras.ts';
import { decodeFinish, encodeFinish, factsOf } from '../finish.ts';
import { replySchema, type ReplyBlockInput, type ReplyInput } from './schema.ts';
import { dialect, replyTierOfWire, wireOfReplyTier } from '../tables.ts';
import { decodeUsage, encodeMessageUsage } from '../usage.ts';
import type { Message } from '../types.ts';

/** @throws GatewayError `upstream-unavailable` if the body is not a reply in this dialect. */
export function decodeReply(body: JsonValue, source: ReplySource): Translated<CanonicalReply> {
  const notes = new NoteBook();
  const wire = parseReply(body, source.redact);
  const content = wire.content ?? [];
  for (const [at, block] of content.entries()) {
    noteLostBlockFields(block, { path: `content[${at}]`, notes });
  }
  const blocks = withoutTalk(content, notes);
  const parts: Part[] = blocks.map((block) => decodeReplyBlock(block, source));
  const explanation = wire.stop_details?.explanation;
  if (parts.length === 0 && typeof explanation === 'string' && explanation !== '') {
    parts.push({ type: 'refusal', text: explanation });
  }
  const finish = decodeFinish(wire, factsOf(parts).hasCalls, notes);
  noteLostUsage(wire.usage, { path: 'usage', notes });
  const reply: CanonicalReply = {
    ...omitNullish({ id: wire.id, model: wire.model, serviceTier: readTier(wire.usage) }),
    choices: [{ index: 0, parts, finish }],
    ...omitUndefined({ usage: wire.usage ? decodeUsage(wire.usage) : undefined }),
    ...asExtras(otherFields(wire, messageFields)),
  };
  return { value: reply, notes: notes.notes };
}

/** Text beside structured output would make it invalid. */
function withoutTalk(blocks: readonly ReplyBlockInput[], notes: NoteBook): ReplyBlockInput[] {
  const kept = blocks.filter(({ type }) => type !== 'text');
  if (kept.length === blocks.length || !blocks.some(isOutputCall)) return [...blocks];
  notes.dropped('content', 'Text beside the structured output was left out.');
  return kept;
}

const parseSchema = createParser(replySchema);

function parseReply(body: JsonValue, redact: Redact | undefined): ReplyInput {
  if (isJsonObject(body) && hasError(body)) throw decodeBodyFailure(body, redact);
  const parsed = parseSchema(body);
  if (parsed.success) return parsed.data;
  const unexpected = { body, redact, cause: parsed.error };
  throw notAReply(unexpected, 'The upstream response is not a message.', dialect);
}

/** The canonical name of the tier that served a reply. */
export function readTier(usage: unknown): string | undefined {
  const word = isJsonObject(usage) ? usage['service_tier'] : undefined;
  return typeof word === 'string' ? replyTierOfWire.get(word) : undefined;
}

/** Validates a whole message and reads its usage. Throws like `decodeReply`. */
export function readReply(body: JsonValue, redact?: Redact): ReadReply {
  const { usage } = parseReply(body, redact);
  return { usage: usage ? decodeUsage(usage) : undefined };
}

export function encodeReply(reply: CanonicalReply, target: ReplyTarget): Translated<JsonObject> {
  const notes = new NoteBook();
  const encoding: ReplyEncoding = { names: target.names, ids: createCallIds(target.id), notes };
  const choice = firstChoice(reply.choices, notes);
  noteCommentary(choice.parts, notes);
  const content = endWithText(choice.parts).flatMap((part, index) => {
    const path = `choices[0].parts[${index}]`;
    if (part.type !== 'call' || isWholeCall(part) || !isCutOff(choice.finish)) {
      return encodeReplyPart(part, path, encoding);
    }
    notes.dropped(path, leftOut);
    return [];
  });
  const message: Message = {
    ...messageHead(target),
    content,
    ...encodeFinish(choice.finish, factsOf(choice.parts), notes),
    usage: encodeMessageUsage(reply.usage, reply.serviceTier),
  };
  if (reply.usage === undefined) noteMissingUsage(notes);
  noteMediaTokens(reply.usage, notes);
  noteLostTier(reply.serviceTier, wireOfReplyTier.get(reply.serviceTier ?? ''), notes);
  noteForeignExtras(reply.extras, '', notes);
  return { value: { ...message, ...ownExtras(reply.extras) }, notes: notes.notes };
}

function firstChoice(choices: readonly Choice[], notes: NoteBook): Choice {
  const [first, ...others] = choices;
  if (others.length > 0) noteOtherChoices(notes);
  if (first?.logprobs !== undefined) noteLostLogprobs(notes);
  return first ?? { index: 0, parts: [], finish: { reason: 'stop' } };
}

export function noteOtherChoices(notes: NoteBook): void {
  notes.dropped('choices', 'A Messages reply has only one choice; the first was kept.');
}

export function noteLostLogprobs(notes: NoteBook): void {
  notes.dropped('choices[0].logprobs', 'Messages replies have no token probabilities.');
}

/** The fields at the start of every message, streamed or not. */
export function messageHead(target: ReplyTarget): Omit<Message, 'usage'> {
  return {
    id: `msg_${target.id}`,
    type: 'message',
    role: 'assistant',
    model: target.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
  };
}
