// Decodes Responses streams of upstreams into canonical events, for the codec.
import type { CanonicalEvent } from '../../../canonical/reply.ts';
import type { ReplySource, StreamDecoder } from '../../../codec.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import { createChoiceIds } from '../../../shared/calls.ts';
import { noteLateTier } from '../../../shared/lost-reply-details.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { createParser } from '../../../shared/schema-check.ts';
import { FrameDecoder } from '../../../shared/stream/stream-decoder.ts';
import { interrupted } from '../../../shared/stream/stream-state.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { readFailure } from '../error.ts';
import { asExtras, noteLostFields } from '../extras.ts';
import { decodeFinish } from '../finish.ts';
import { decodeModeration } from '../reply/moderation.ts';
import { eventReplySchema, type EventReplyInput } from '../reply/schema.ts';
import { decodeUsage } from '../usage.ts';
import { envelopeOf, isProgress, isUnexplained, readFailureEvent, typeOf } from './grammar.ts';
import { OutputReader } from './output-reader.ts';
import type { ItemContext } from './text-reader.ts';

const parseReply = createParser(eventReplySchema);

export function createStreamDecoder(source: ReplySource): StreamDecoder {
  return new ResponsesStreamDecoder(source);
}

const lostEvent = 'An event of a kind that no other format has was left out.';

class ResponsesStreamDecoder extends FrameDecoder {
  #output: OutputReader | undefined;
  #tier: string | undefined;

  protected override read(frame: SseFrame): readonly CanonicalEvent[] {
    const data = frame.data.trim();
    const event = parseJson(data);
    if (!isJsonObject(event)) {
      return frame.event === 'error'
        ? this.fail(readFailure(event ?? data, this.source.redact))
        : this.skip();
    }
    const type = typeOf(event, frame);
    if (isUnexplained(type, event)) return [];
    const error = readFailureEvent(type, event, this.source.redact);
    return error === undefined ? this.#read(type, event) : this.fail(error);
  }

  protected override close(): readonly CanonicalEvent[] {
    return this.fail(interrupted());
  }

  #read(type: string, event: JsonObject): readonly CanonicalEvent[] {
    const status = envelopeOf(type);
    if (status !== undefined) {
      const reply = parseReply(event['response']);
      if (!reply.success) return this.skip();
      const start = this.#start(reply.data);
      return status === 'open'
        ? start
        : [...start, ...this.#complete({ status, ...given(reply.data) })];
    }
    // An event without an item belongs to no part.
    if (!OutputReader.knows(type)) {
      if (!isProgress(type)) this.noteBook.dropped('stream', lostEvent);
      return [];
    }
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
    this.#tier = reply?.service_tier || undefined;
    return [
      {
        type: 'reply-start',
        ...omitUndefined({
          id: reply?.id || undefined,
          model: reply?.model || undefined,
          serviceTier: this.#tier,
        }),
      },
    ];
  }

  #complete(reply: EventReplyInput): readonly CanonicalEvent[] {
    const events = this.#output?.complete(reply.output ?? []) ?? [];
    const usage = decodeUsage(reply);
    if (usage !== undefined) events.push({ type: 'usage', usage });
    noteLostFields(reply, { path: '', notes: this.noteBook });
    noteLateTier(reply.service_tier ?? undefined, this.#tier, this.noteBook);
    const { extras } = asExtras(decodeModeration(reply));
    if (extras !== undefined) events.push({ type: 'extras', extras });
    const finish = decodeFinish(reply, this.#output?.hasCalls === true, this.noteBook);
    return this.finish([...events, { type: 'finish', choice: 0, finish }, { type: 'reply-end' }]);
  }
}

/** A reply without a status has the status of its event. */
function given({ status, ...reply }: EventReplyInput): EventReplyInput {
  return status ? { status, ...reply } : reply;
}
