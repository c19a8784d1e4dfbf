// Decodes and encodes whole Responses replies, for the codec.
import { GatewayError } from '../../../canonical/error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { NoteBook, type Translated } from '../../../canonical/note.ts';
import type { CanonicalReply } from '../../../canonical/reply.ts';
import type { ReadReply, ReplySource, ReplyTarget } from '../../../codec.ts';
import type { Redact } from '../../../redaction/redaction.ts';
import { createChoiceIds } from '../../../shared/choice-ids.ts';
import { createEnvelope } from './envelope.ts';
import { readFailure, redactDetails, unfinished } from '../error.ts';
import { noteForeignExtras } from '../extras.ts';
import { decodeFinish } from '../finish.ts';
import { decodeLogprobs, decodeOutput } from './content.ts';
import { writeOutput } from '../stream/output-writer.ts';
import { replySchema, type ReplyInput } from './schema.ts';
import { decodeUsage } from '../usage.ts';
import type { ResponsesReply } from './types.ts';

/** The statuses of a reply that has ended. */
const wholeStatuses: ReadonlySet<string> = new Set(['completed', 'incomplete']);

/** @throws GatewayError `upstream-unavailable` if it is not a reply, or the error in the body */
function parseReply(body: JsonValue, redact: Redact | undefined): ReplyInput {
  if (isJsonObject(body) && body['error']) throw readFailure(body, redact);
  const parsed = replySchema.safeParse(body);
  if (!parsed.success) {
    throw new GatewayError(
      'upstream-unavailable',
      'The upstream response is not a Responses object.',
      {
        cause: parsed.error,
      },
    );
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
  const ids = createChoiceIds(input.id ?? '', 0);
  const parts = decodeOutput(input.output, { vendor: source.vendor, ids, notes });
  const hasCalls = parts.some((part) => part.type === 'call');
  const logprobs = decodeLogprobs(input.output);
  const usage = decodeUsage(input.usage ?? undefined);
  const finish = decodeFinish(input, hasCalls, notes);
  const value: CanonicalReply = {
    ...(input.id && { id: input.id }),
    ...(input.model && { model: input.model }),
    ...(typeof input.created_at === 'number' && { createdAt: Math.trunc(input.created_at) }),
    ...(input.service_tier && { serviceTier: input.service_tier }),
    choices: [{ index: 0, parts, finish, ...(logprobs !== undefined && { logprobs }) }],
    ...(usage !== undefined && { usage }),
  };
  return { value, notes: notes.notes };
}

/** Encodes a whole reply under the client's model name. */
export function encodeReply(
  reply: CanonicalReply,
  target: ReplyTarget,
): Translated<JsonObject & ResponsesReply> {
  const notes = new NoteBook();
  noteForeignExtras(reply.extras, '', notes);
  const [choice, ...others] = reply.choices;
  if (others.length > 0)
    notes.dropped('choices', 'A response holds one answer; the first was kept.');
  const { output, end } = writeOutput(choice, target, notes);
  const envelope = createEnvelope(target, reply.serviceTier);
  if (reply.usage === undefined) noteMissingUsage(notes);
  return { value: envelope.finish({ output, end, usage: reply.usage }), notes: notes.notes };
}

/** The format requires numbers even if the upstream reported none. */
export function noteMissingUsage(notes: NoteBook): void {
  notes.defaulted('usage', 'The upstream reported no usage, so the counts are 0.');
}

/**
 * Passthrough: validates a reply, including one in progress, and reads its usage. Throws like `decodeReply`.
 */
export function readReply(body: JsonValue, redact?: Redact): ReadReply {
  const usage = decodeUsage(parseReply(body, redact).usage ?? undefined);
  const redacted = isJsonObject(body) ? redactDetails(body, redact) : undefined;
  return { usage, ...(redacted && { redacted }) };
}
