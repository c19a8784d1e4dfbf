import type { GatewayError } from '../../../canonical/error.ts';
import type { CanonicalEvent } from '../../../canonical/event.ts';
import type { ReplySource, StreamDecoder } from '../../../codec.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import type { Redact } from '../../../redaction/redaction.ts';
import { createChoiceIds } from '../../../shared/choice-ids.ts';
import { objectAt } from '../../../shared/json-fields.ts';
import { interrupted } from '../../../shared/malformed-frames.ts';
import { FrameDecoder } from '../../../shared/stream-decoder.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { readFailure } from '../error.ts';
import { decodeFinish } from '../finish.ts';
import { eventReplySchema, type EventReplyInput } from '../reply/schema.ts';
import { decodeUsage } from '../usage.ts';
import type { ItemContext } from './context.ts';
import { OutputReader } from './output-reader.ts';

export function createStreamDecoder(source: ReplySource): StreamDecoder {
  return new ResponsesStreamDecoder(source);
}

/** The status a reply has in its last event. */
const lastEvents: Readonly<Record<string, 'completed' | 'incomplete'>> = {
  'response.completed': 'completed',
  'response.incomplete': 'incomplete',
};

/** The error an event tells of: an error event, or a reply that failed; `undefined` for all others. */
export function readFailureEvent(
  type: string,
  event: JsonObject,
  redact: Redact | undefined,
): GatewayError | undefined {
  const reply = objectAt(event, 'response');
  const isLast = lastEvents[type] !== undefined;
  const hasFailed = isLast && (reply?.['status'] === 'failed' || Boolean(reply?.['error']));
  if (type === 'response.failed' || hasFailed) {
    return readFailure({ error: reply?.['error'] ?? {} }, redact);
  }
  const isError = type === 'error' || (type === '' && Boolean(event['error']));
  return isError ? readFailure(event, redact) : undefined;
}

/** The type of an event, from its data or else from its frame's name. */
export function typeOf(event: JsonObject, frame: SseFrame): string {
  return typeof event['type'] === 'string' ? event['type'] : (frame.event ?? '');
}

class ResponsesStreamDecoder extends FrameDecoder {
  #output: OutputReader | undefined;

  protected override read(frame: SseFrame): readonly CanonicalEvent[] {
    const data = frame.data.trim();
    const event = parseJson(data);
    if (!isJsonObject(event)) {
      return frame.event === 'error'
        ? this.fail(readFailure(event ?? data, this.source.redact))
        : this.skip();
    }
    const type = typeOf(event, frame);
    const error = readFailureEvent(type, event, this.source.redact);
    return error === undefined ? this.#read(type, event) : this.fail(error);
  }

  protected override close(): readonly CanonicalEvent[] {
    return this.fail(interrupted());
  }

  #read(type: string, event: JsonObject): readonly CanonicalEvent[] {
    const status = lastEvents[type];
    const isEnvelope = status !== undefined || type === 'response.created';
    if (isEnvelope || type === 'response.in_progress' || type === 'response.queued') {
      const reply = eventReplySchema.safeParse(event['response']);
      if (!reply.success) return this.skip();
      const start = this.#start(reply.data);
      return status === undefined
        ? start
        : [...start, ...this.#complete({ status, ...given(reply.data) })];
    }
    // An event of no item belongs to nothing that is told.
    if (!OutputReader.knows(type)) return [];
    const start = this.#start();
    return [...start, ...(this.#output?.read(type, event) ?? [])];
  }

  #start(reply?: EventReplyInput): CanonicalEvent[] {
    if (this.#output !== undefined) return [];
    let parts = 0;
    const context: ItemContext = {
      vendor: this.source.vendor,
      ids: createChoiceIds(reply?.id ?? '', 0),
      notes: this.noteBook,
      nextPart: () => parts++,
    };
    this.#output = new OutputReader(context);
    return [
      {
        type: 'reply-start',
        ...(reply?.id && { id: reply.id }),
        ...(reply?.model && { model: reply.model }),
        ...(reply?.service_tier && { serviceTier: reply.service_tier }),
      },
    ];
  }

  #complete(reply: EventReplyInput): readonly CanonicalEvent[] {
    const events = this.#output?.complete(reply.output ?? []) ?? [];
    const usage = decodeUsage(reply.usage ?? undefined);
    if (usage !== undefined) events.push({ type: 'usage', usage });
    const finish = decodeFinish(reply, this.#output?.hasCalls === true, this.noteBook);
    return this.finish([...events, { type: 'finish', choice: 0, finish }, { type: 'reply-end' }]);
  }
}

/** A reply whose own status is absent has that of its event. */
function given({ status, ...reply }: EventReplyInput): EventReplyInput {
  return status ? { status, ...reply } : reply;
}
