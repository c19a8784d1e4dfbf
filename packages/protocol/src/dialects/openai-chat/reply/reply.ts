// Decodes and encodes whole Chat Completions replies, for the codec.
import { NoteBook, type Translated } from '../../../canonical/note.ts';
import type { Citation } from '../../../canonical/part.ts';
import type { CanonicalReply, Choice } from '../../../canonical/reply.ts';
import type { ReadReply, ReplySource, ReplyTarget } from '../../../codec.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type { Redact } from '../../../redaction/redaction.ts';
import {
  noteCacheLifetimes,
  noteCommentary,
  noteLostTier,
} from '../../../shared/lost-reply-details.ts';
import { areWhole, createChoiceIds, isCutOff, passedAsTheyCame } from '../../../shared/calls.ts';
import { rejectMistake } from '../../../shared/errors/mistaken-reply.ts';
import { notAReply } from '../../../shared/errors/upstream-error.ts';
import { omitNullish, omitUndefined } from '../../../shared/omit-undefined.ts';
import { decodeUsage, moderationOf } from '../../../shared/openai/reply.ts';
import { adoptFields, tierOf } from '../../../shared/openai/request-options.ts';
import { createParser } from '../../../shared/schema-check.ts';
import { hasError, readBodyFailure, redactVendorFields } from '../error.ts';
import {
  asExtras,
  noteForeignExtras,
  noteLostChoiceFields,
  noteLostFields,
  ownExtras,
} from '../extras.ts';
import { decodeFinish, encodeFinish } from '../finish.ts';
import { meaningOf } from '../tables.ts';
import type { ChatReply, ChatReplyChoice, ChatReplyMessage } from '../types.ts';
import { encodeUsage } from '../usage.ts';
import { decodeSources, withSources } from './citations.ts';
import { decodeMessage, encodeMessage } from './content.ts';
import { decodeLogprobs, encodeLogprobs } from './logprobs.ts';
import { replySchema, type ReplyChoiceInput, type ReplyInput } from './schema.ts';
import { readsSingleCall, toSingleFinish } from './single-call.ts';

const parseSchema = createParser(replySchema);

/** @throws GatewayError `upstream-unavailable` if it is not a reply, or the error in the body */
function parseReply(body: JsonValue, redact: Redact | undefined): ReplyInput {
  if (isJsonObject(body) && hasError(body)) throw readBodyFailure(body, redact);
  const parsed = parseSchema(body);
  if (parsed.success && parsed.data.choices.some(isAnswered)) return parsed.data;
  const unexpected = { body, redact, cause: parsed.error };
  throw notAReply(unexpected, 'The upstream response is not a chat completion.', 'openai-chat');
}

/** Google's chat surface sends a choice that it filters without a message. */
function isAnswered({ message, finish_reason: reason }: ReplyChoiceInput): boolean {
  return Boolean(message) || meaningOf(reason ?? '') === 'filter';
}

/** Decodes a whole reply. Invalid fields are ignored; an error with status 200 is thrown. */
export function decodeReply(body: JsonValue, source: ReplySource): Translated<CanonicalReply> {
  const input = parseReply(body, source.redact);
  const notes = new NoteBook();
  const usage = decodeUsage(input.usage ?? undefined, input.service_tier);
  noteLostFields(input, { path: '', notes });
  const sources = decodeSources(input);
  const value: CanonicalReply = {
    ...omitNullish({
      id: input.id || undefined,
      model: input.model || undefined,
      createdAt: input.created,
      serviceTier: input.service_tier || undefined,
    }),
    choices: input.choices.map((choice, position) => {
      return decodeChoice(choice, choice.index ?? position, {
        source,
        seed: input.id ?? '',
        sources: position === 0 ? sources : [],
        notes,
      });
    }),
    ...omitUndefined({ usage }),
    ...asExtras(moderationOf(input)),
  };
  rejectMistake(value.choices, { redact: source.redact });
  return { value, notes: notes.notes };
}

interface ReadContext {
  readonly source: ReplySource;
  /** The id of the reply: generated call ids contain it, so that two replies get different ones. */
  readonly seed: string;
  /** Sources that the reply lists for its first choice. */
  readonly sources: readonly Citation[];
  readonly notes: NoteBook;
}

function decodeChoice(input: ReplyChoiceInput, index: number, context: ReadContext): Choice {
  const { source, seed, sources, notes } = context;
  const ids = createChoiceIds(seed, index);
  const spoken = decodeMessage(input.message ?? {}, { source, ids, notes });
  const parts = withSources(spoken, sources, notes);
  noteLostChoiceFields(input, { path: `choices[${index}]`, notes });
  const hasCalls = parts.some((part) => part.type === 'call');
  const logprobs = decodeLogprobs(input.logprobs);
  return {
    index,
    parts,
    finish: decodeFinish(input, hasCalls, notes),
    ...omitUndefined({ logprobs }),
  };
}

/** Encodes a whole reply under the client's model name. */
export function encodeReply(
  reply: CanonicalReply,
  target: ReplyTarget,
): Translated<JsonObject & ChatReply> {
  const notes = new NoteBook();
  const extras = adoptFields(reply.extras, 'openai-responses', 'openai-chat');
  noteForeignExtras(extras, '', notes);
  const tier = tierOf(reply.serviceTier ?? '');
  noteLostTier(reply.serviceTier, tier, notes);
  noteCacheLifetimes(reply.usage, notes);
  const value: ChatReply = {
    id: replyId(target),
    object: 'chat.completion',
    created: target.createdAt,
    model: target.model,
    choices: reply.choices.map((choice) => encodeChoice(choice, { target, notes })),
    ...omitUndefined({ usage: reply.usage && encodeUsage(reply.usage), service_tier: tier }),
  };
  return { value: { ...value, ...moderationOf(ownExtras(extras)) }, notes: notes.notes };
}

/** The id of a reply, the same in a whole reply and in every chunk. */
export function replyId(target: ReplyTarget): string {
  return `chatcmpl-${target.id}`;
}

interface WriteContext {
  readonly target: ReplyTarget;
  readonly notes: NoteBook;
}

function encodeChoice(choice: Choice, context: WriteContext): ChatReplyChoice {
  noteCommentary(choice.parts, context.notes);
  const message = encodeMessage(choice.parts, {
    ...context,
    ids: createChoiceIds(context.target.id, choice.index),
    path: `choices[${choice.index}].parts`,
  });
  const hasCalls = message.tool_calls !== undefined || message.function_call !== undefined;
  const reason = encodeFinish(choice.finish, hasCalls, context.notes);
  if (!isCutOff(choice.finish) && !argumentsOf(message).every(areWhole)) {
    context.notes.approximated(`choices[${choice.index}].parts`, passedAsTheyCame);
  }
  return {
    index: choice.index,
    message,
    logprobs: encodeLogprobs(choice.logprobs) ?? null,
    finish_reason: readsSingleCall(context.target) ? toSingleFinish(reason) : reason,
  };
}

/** The arguments of every function call in a reply. */
function argumentsOf({ tool_calls: calls = [], function_call: single }: ChatReplyMessage) {
  const functions = calls.flatMap((call) => (call.type === 'function' ? call.function : []));
  return [...functions, ...(single ? [single] : [])].map((called) => called.arguments);
}

/** Passthrough: validates a whole reply and reads its usage. Throws like `decodeReply`. */
export function readReply(body: JsonValue, redact?: Redact): ReadReply {
  const { usage: report, service_tier: tier } = parseReply(body, redact);
  const usage = decodeUsage(report ?? undefined, tier);
  const redacted = isJsonObject(body) ? redactVendorFields(body, redact) : undefined;
  return redacted === undefined ? { usage } : { usage, redacted };
}
