// Decodes and encodes whole Responses replies, for the codec.
import { NoteBook, type Translated } from '../../../canonical/note.ts';
import type { Part } from '../../../canonical/part.ts';
import type { CanonicalReply, Choice } from '../../../canonical/reply.ts';
import { noteMediaTokens } from '../../../canonical/usage.ts';
import type { ReadReply, ReplySource, ReplyTarget } from '../../../codec.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type { Redact } from '../../../redaction/redaction.ts';
import { createChoiceIds } from '../../../shared/calls.ts';
import { notAReply } from '../../../shared/errors/upstream-error.ts';
import {
  noteCacheLifetimes,
  noteLostTier,
  noteMissingUsage,
} from '../../../shared/lost-reply-details.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { adoptFields } from '../../../shared/openai/request-options.ts';
import { endWithText } from '../../../shared/text-state.ts';
import { createParser } from '../../../shared/schema-check.ts';
import { readFailure, redactDetails, unfinished } from '../error.ts';
import { asExtras, dialect, noteForeignExtras, noteLostFields, ownExtras } from '../extras.ts';
import { tierOf } from '../tables.ts';
import { decodeFinish } from '../finish.ts';
import { OutputWriter } from '../stream/output-writer.ts';
import { decodeUsage } from '../usage.ts';
import { decodeOutput } from './content.ts';
import { createEnvelope } from './envelope.ts';
import { decodeLogprobs } from './logprobs.ts';
import { decodeModeration, encodeModeration } from './moderation.ts';
import { replySchema, type ReplyInput } from './schema.ts';
import type { OutputItem, ReplyEnd, ResponsesReply } from './types.ts';

/** The statuses of a reply that has ended. */
const wholeStatuses: ReadonlySet<string> = new Set(['completed', 'incomplete']);

const parseSchema = createParser(replySchema);

/** @throws GatewayError `upstream-unavailable` if it is not a reply, or the error in the body */
function parseReply(body: JsonValue, redact: Redact | undefined): ReplyInput {
  if (isJsonObject(body) && body['error']) throw readFailure(body, redact);
  const parsed = parseSchema(body);
  if (!parsed.success) {
    const unexpected = { body, redact, cause: parsed.error };
    throw notAReply(unexpected, 'The upstream response is not a Responses object.', dialect);
  }
  if (parsed.data.status === 'failed') throw readFailure(body, redact);
  return parsed.data;
}

/** Decodes a whole reply. Invalid fields are ignored; an error with status 200 is thrown. */
export function decodeReply(body: JsonValue, source: ReplySource): Translated<CanonicalReply> {
  const input = parseReply(body, source.redact);
  // Compatible servers omit the status of a complete reply.
  if (!wholeStatuses.has(input.status || 'completed')) throw unfinished();
  const notes = new NoteBook();
  noteLostFields(input, { path: '', notes });
  const ids = createChoiceIds(input.id ?? '', 0);
  const parts = decodeOutput(input.output, { vendor: source.vendor, ids, notes });
  const hasCalls = parts.some((part) => part.type === 'call');
  const logprobs = decodeLogprobs(input.output);
  const usage = decodeUsage(input);
  const finish = decodeFinish(input, hasCalls, notes);
  const value: CanonicalReply = {
    ...omitUndefined({
      id: input.id || undefined,
      model: input.model || undefined,
      createdAt: typeof input.created_at === 'number' ? Math.trunc(input.created_at) : undefined,
      serviceTier: input.service_tier || undefined,
    }),
    choices: [{ index: 0, parts, finish, ...omitUndefined({ logprobs }) }],
    ...omitUndefined({ usage }),
    ...asExtras(decodeModeration(input)),
  };
  return { value, notes: notes.notes };
}

/** Encodes a whole reply under the client's model name. */
export function encodeReply(
  reply: CanonicalReply,
  target: ReplyTarget,
): Translated<JsonObject & ResponsesReply> {
  const notes = new NoteBook();
  const extras = adoptFields(reply.extras, 'openai-chat', dialect);
  noteForeignExtras(extras, '', notes);
  const [choice, ...others] = reply.choices;
  if (others.length > 0)
    notes.dropped('choices', 'A response has only one choice; the first was kept.');
  const { output, end } = writeOutput(choice, target, notes);
  const envelope = createEnvelope(target, reply.serviceTier);
  if (reply.usage === undefined) noteMissingUsage(notes);
  noteMediaTokens(reply.usage, notes);
  noteCacheLifetimes(reply.usage, notes);
  noteLostTier(reply.serviceTier, tierOf(reply.serviceTier ?? ''), notes);
  const value = envelope.finish({ output, end, usage: reply.usage });
  const moderation = encodeModeration(ownExtras(extras), notes);
  return { value: { ...value, ...moderation }, notes: notes.notes };
}

interface WrittenOutput {
  readonly output: OutputItem[];
  readonly end: ReplyEnd;
}

/** Writes a whole reply, with the same items as its stream. */
function writeOutput(
  choice: Choice | undefined,
  target: ReplyTarget,
  notes: NoteBook,
): WrittenOutput {
  const writer = new OutputWriter(target, notes, () => undefined);
  const parts = endWithText(choice?.parts ?? []);
  if (choice?.logprobs !== undefined) writer.addLogprobs(choice.logprobs);
  for (const [index, part] of parts.entries()) writePart(writer, index, part);
  const end = writer.finish(choice?.finish ?? { reason: 'stop' });
  return { output: writer.items, end };
}

function writePart(writer: OutputWriter, index: number, part: Part): void {
  switch (part.type) {
    case 'call':
      writer.start(index, part);
      if (part.providerState !== undefined) writer.keep(index, part.providerState);
      writer.addText(index, part.arguments);
      break;
    case 'text':
    case 'refusal':
    case 'reasoning':
      writer.start(index, part);
      if (part.type === 'reasoning' && part.providerState !== undefined)
        writer.keep(index, part.providerState);
      writer.addText(index, part.text);
      if (part.type === 'text') part.citations?.forEach((cited) => writer.cite(index, cited));
      break;
    case 'media':
    case 'server':
      writer.start(index, part);
      break;
    case 'unknown':
      writer.start(index, { ...part, type: 'server' });
      break;
    case 'result':
      writer.drop(part.type);
      return;
  }
  writer.end(index);
}

/**
 * Passthrough: validates a reply, including one in progress, and reads its usage. Throws like `decodeReply`.
 */
export function readReply(body: JsonValue, redact?: Redact): ReadReply {
  const usage = decodeUsage(parseReply(body, redact));
  const redacted = isJsonObject(body) ? redactDetails(body, redact) : undefined;
  return { usage, ...omitUndefined({ redacted }) };
}
