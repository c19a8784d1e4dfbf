// Observes a Responses stream in passthrough, for the codec.
import type { GatewayError } from '../../../canonical/error.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { ObserverStep, ObserverTarget, OnText, StreamObserver } from '../../../codec.ts';
import { parseJson } from '../../../json/parse.ts';
import { scanObject } from '../../../json/scan.ts';
import { replaceFields } from '../../../json/splice.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { objectAt, objectOf, positionAt } from '../../../shared/json-fields.ts';
import {
  dropDefaultName,
  FrameObserver,
  passText,
} from '../../../shared/stream/stream-observer.ts';
import { joinLines, writeFrame, writeJsonFrame, type SseFrame } from '../../../sse/frame.ts';
import { encodeFailure, encodeStreamError, readFailure, redactDetails } from '../error.ts';
import { decodeUsage } from '../usage.ts';
import { OutputRecorder, writeCut } from './cut.ts';
import { envelopeOf, isKnown, isUnexplained, readFailureEvent } from './grammar.ts';

export function createStreamObserver(target: ObserverTarget): StreamObserver {
  return new ResponsesStreamObserver(target);
}

/**
 * Relays frames unchanged except for the model name. Frames with the whole reply are parsed; all others are
 * recognized by their name and parsed only if their text is requested or a cut may follow.
 */
class ResponsesStreamObserver extends FrameObserver {
  /** The output so far, if the gateway may have to end the stream. */
  readonly #kept: OutputRecorder | undefined;
  /** The last event with the whole reply. */
  #envelope = '';
  /** The last relayed event, whose sequence number an event of the gateway must follow. */
  #lastData = '';

  constructor(target: ObserverTarget) {
    super(target);
    this.#kept = target.mayBeCut === true ? new OutputRecorder() : undefined;
  }

  fail(error: GatewayError): string {
    return this.#writeFailure(error, this.#nextNumber());
  }

  protected override read(received: SseFrame): ObserverStep {
    const frame = dropDefaultName(received);
    const { event: name, data } = frame;
    const text = frame.raw ?? writeFrame(frame);
    if (name !== undefined && data.includes(`"${name}"`)) return this.#step(name, frame, text);
    const value = parseJson(data);
    const { type } = objectOf(value);
    const isType = typeof type === 'string' && /^[\w.]{1,100}$/.test(type);
    if (isType && (name === undefined || isKnown(type))) {
      // Some clients read the name, others the type; without a name, or with a wrong one, only some read a frame.
      return this.#step(type, frame, writeFrame({ event: type, data: joinLines(data) }));
    }
    if (name !== undefined) return this.#step(name, frame, text);
    return objectOf(value)['error'] ? this.#stopAt(objectOf(value)) : this.skip();
  }

  protected override writeCut(usage: Usage): string {
    const head = objectAt(parseJson(this.#envelope), 'response');
    return writeCut(this.#kept ?? new OutputRecorder(), {
      head: { ...head, model: this.target.model },
      from: this.#nextNumber(),
      usage,
    });
  }

  #nextNumber(): number {
    const last = positionAt(objectOf(parseJson(this.#lastData)), 'sequence_number');
    return last === undefined ? 0 : last + 1;
  }

  #step(type: string, frame: SseFrame, text: string): ObserverStep {
    if (type === 'error') return this.#stopAt(parseJson(frame.data) ?? frame.data);
    const envelope = envelopeOf(type);
    if (envelope === undefined) return this.#relayEvent(type, frame, text);
    if (envelope !== 'open') return this.#endReply(type, frame, text);
    if (!isJsonObject(parseJson(frame.data))) return this.skip();
    this.#lastData = frame.data;
    this.#envelope = frame.data;
    return this.relay(spliceEnvelope(text, frame.data, { model: this.target.model }));
  }

  #relayEvent(type: string, { data }: SseFrame, text: string): ObserverStep {
    const isRead = this.target.onText !== undefined || this.#kept !== undefined;
    const event = isRead || data === '' ? parseJson(data) : {};
    if (!isJsonObject(event)) return this.skip();
    if (event['type'] === 'error') return this.#stopAt(event);
    this.#lastData = data;
    this.started ||= hasContent(type, data);
    if (this.target.onText !== undefined) passEvent(type, event, this.target.onText);
    this.#kept?.take(type, event);
    return this.relay(event['error'] ? writeJsonFrame(this.redact(event), type) : text);
  }

  #endReply(type: string, frame: SseFrame, text: string): ObserverStep {
    const event = parseJson(frame.data);
    // The name above half an event does not prove that the reply is complete.
    if (!isJsonObject(event)) return this.skip();
    const reply = objectAt(event, 'response') ?? {};
    this.usage = decodeUsage(reply);
    if (isUnexplained(type, event)) return this.drop();
    const error = readFailureEvent(type, event, this.target.redact);
    if (error !== undefined) return this.#failReply(type, event, error);
    const fields = { model: this.target.model, ...redactDetails(reply, this.target.redact) };
    if (event['type'] === type) return this.finish(spliceEnvelope(text, frame.data, fields));
    // A client that reads the type in the data would wait for the end.
    return this.finish(writeJsonFrame({ ...event, type, response: { ...reply, ...fields } }, type));
  }

  /** A failed reply keeps its fields, unless its message must not reach a client. */
  #failReply(type: string, event: JsonObject, error: GatewayError): ObserverStep {
    const message = objectAt(objectAt(event, 'response'), 'error')?.['message'];
    const isShown = type === 'response.failed' && message === error.message;
    return this.stop(error, isShown ? this.#writeFailed(event) : this.fail(error));
  }

  /** Redacts everything except the output so far and the client's own input. */
  #writeFailed({ response, ...event }: JsonObject): string {
    const { output, instructions, tools, ...rest } = objectOf(response);
    const { model } = this.target;
    const clean = { ...this.redact(rest), model, output, instructions, tools };
    return writeJsonFrame({ ...this.redact(event), response: clean }, 'response.failed');
  }

  /** The error event in the form that every client supports, with its own sequence number. */
  #stopAt(data: JsonValue): ObserverStep {
    const number = positionAt(objectOf(data), 'sequence_number') ?? this.#nextNumber();
    const error = readFailure(data, this.target.redact);
    const given = error.upstreamBody === undefined ? {} : this.redact(objectOf(data));
    return this.stop(error, this.#writeFailure(error, number, given));
  }

  /** @param given the upstream's event, whose other fields are kept */
  #writeFailure(error: GatewayError, number: number, given?: JsonObject): string {
    const head = objectAt(parseJson(this.#envelope), 'response');
    if (this.target.failsOtherwise !== true || head === undefined) {
      return writeError(error, number, given);
    }
    const end = { ...encodeFailure(error), output: [], usage: null };
    const response = { ...head, model: this.target.model, ...end };
    const failed = { type: 'response.failed', sequence_number: number, response };
    return writeJsonFrame(failed, 'response.failed');
  }
}

/** @param given the upstream's event, whose other fields are kept */
function writeError(error: GatewayError, sequenceNumber: number, given: JsonObject = {}): string {
  const own = encodeStreamError(error, sequenceNumber);
  const inner = { ...own.error, ...objectAt(given, 'error'), ...own.error };
  return writeJsonFrame({ ...own, ...given, ...own, error: inner }, 'error');
}

/** An item that is still empty is not content yet: an upstream that fails now has said nothing. */
function hasContent(type: string, data: string): boolean {
  if (type !== 'response.output_item.added') return /\.(?:delta|done)$/.test(type);
  const item = objectAt(parseJson(data), 'item');
  return item?.['type'] !== 'message' && item?.['type'] !== 'reasoning';
}

/** Passes the delta of an event, and the name of a call that starts, to the listener. */
function passEvent(type: string, event: JsonObject, onText: OnText): void {
  if (type === 'response.output_item.added') {
    passText(objectAt(event, 'item')?.['name'], onText, 'output');
  } else if (type.endsWith('.delta') && !type.startsWith('response.audio')) {
    passText(
      event['delta'],
      onText,
      type.startsWith('response.reasoning') ? 'reasoning' : 'output',
    );
  }
}

/**
 * Replaces values, such as the model name, in the reply inside an event; every other character of the frame
 * is unchanged. A field that the reply does not have is skipped. An event without a reply, or with an
 * ambiguous one, is returned unchanged.
 * @param text the frame
 * @param lines the event's JSON, which is on one line of the frame even if the upstream sent several
 */
function spliceEnvelope(text: string, lines: string, fields: JsonObject): string {
  const data = joinLines(lines);
  const at = text.indexOf(data);
  const reply = at === -1 ? undefined : findReply(data);
  if (reply === undefined) return text;
  const { start, end } = reply;
  return (
    text.slice(0, at + start) + replaceFields(data.slice(start, end), fields) + text.slice(at + end)
  );
}

function findReply(data: string) {
  try {
    const reply = scanObject(data).fields.get('response');
    return reply !== undefined && data[reply.start] === '{' ? reply : undefined;
  } catch {
    return undefined;
  }
}
