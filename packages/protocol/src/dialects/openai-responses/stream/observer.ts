import type { GatewayError } from '../../../canonical/error.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { StreamObserver, ObserverStep, ObserverTarget, OnText } from '../../../codec.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { redactJson, redactShapes } from '../../../redaction/redaction.ts';
import { objectAt, positionAt, textAt } from '../../../shared/json-fields.ts';
import { MalformedFrames, interrupted } from '../../../shared/malformed-frames.ts';
import { writeFrame } from '../../../sse/frame-writer.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { encodeStreamError, readFailure, redactDetails } from '../error.ts';
import { decodeUsage } from '../usage.ts';
import { writeCut } from './cut.ts';
import { readFailureEvent } from './decoder.ts';
import { spliceEnvelope } from './envelope-splice.ts';
import { OutputKeeper } from './output-keeper.ts';

export function createStreamObserver(target: ObserverTarget): StreamObserver {
  return new ResponsesStreamObserver(target);
}

const drop: ObserverStep = { action: 'drop' };

/**
 * Lets the frames of a same-dialect stream pass as they are. Those that hold the whole reply are
 * parsed; all others are known by their name and parsed only for a listener or for a later cut.
 */
class ResponsesStreamObserver implements StreamObserver {
  readonly #target: ObserverTarget;
  /** The output so far, when the stream may have to be ended by us. */
  readonly #kept: OutputKeeper | undefined;
  /** The last event that held the whole reply. */
  #envelope = '';
  #usage: Usage | undefined;
  #started = false;
  readonly #malformedFrames = new MalformedFrames();
  #isOver = false;
  /** The last event that passed, whose number an error of ours must follow. */
  #lastData = '';

  constructor(target: ObserverTarget) {
    this.#target = target;
    this.#kept = target.mayBeCut === true ? new OutputKeeper() : undefined;
  }

  get usage(): Usage | undefined {
    return this.#usage;
  }

  get started(): boolean {
    return this.#started;
  }

  push(frame: SseFrame): ObserverStep {
    if (this.#isOver) return drop;
    const text = frame.raw ?? writeFrame(frame);
    if (frame.event !== undefined) return this.#step(frame.event, frame, text);
    const value = parseJson(frame.data);
    if (!isJsonObject(value)) return this.#skip();
    const { type } = value;
    if (typeof type === 'string' && /^[\w.]{1,100}$/.test(type)) {
      // Some clients drop a frame without a name, so a bare one gets the name of its type.
      return this.#step(type, frame, `event: ${type}\n${text}`);
    }
    return value['error'] ? this.#failUpstream(value) : this.#skip();
  }

  end(): ObserverStep {
    if (this.#isOver) return drop;
    const error = interrupted();
    return this.#over({ action: 'fail', text: this.fail(error), error });
  }

  fail(error: GatewayError): string {
    const last = parseJson(this.#lastData);
    const number = isJsonObject(last) ? positionAt(last, 'sequence_number') : undefined;
    return writeError(error, number === undefined ? 0 : number + 1);
  }

  cut(usage: Usage): string {
    this.#isOver = true;
    const last = parseJson(this.#lastData);
    const number = isJsonObject(last) ? positionAt(last, 'sequence_number') : undefined;
    const event = parseJson(this.#envelope);
    const head = isJsonObject(event) ? (objectAt(event, 'response') ?? {}) : {};
    return writeCut(this.#kept ?? new OutputKeeper(), {
      head: { ...head, model: this.#target.model },
      from: (number ?? -1) + 1,
      usage,
    });
  }

  #step(type: string, frame: SseFrame, text: string): ObserverStep {
    switch (type) {
      case 'response.created':
      case 'response.in_progress':
      case 'response.queued':
        this.#lastData = frame.data;
        this.#envelope = frame.data;
        return {
          action: 'relay',
          text: spliceEnvelope(text, frame.data, { model: this.#target.model }),
        };
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        return this.#endReply(type, frame, text);
      case 'error':
        return this.#failUpstream(parseJson(frame.data) ?? frame.data);
      default:
        return this.#relay(type, frame, text);
    }
  }

  #relay(type: string, { data }: SseFrame, text: string): ObserverStep {
    const isRead = this.#target.onText !== undefined || this.#kept !== undefined;
    const event = isRead ? parseJson(data) : {};
    if (!isJsonObject(event)) return this.#skip();
    if (event['type'] === 'error') return this.#failUpstream(event);
    this.#lastData = data;
    this.#started ||= type === 'response.output_item.added' || type.endsWith('.delta');
    if (this.#target.onText !== undefined) passEvent(type, event, this.#target.onText);
    this.#kept?.take(type, event);
    return { action: 'relay', text: event['error'] ? writeEvent(type, this.#redact(event)) : text };
  }

  #endReply(type: string, frame: SseFrame, text: string): ObserverStep {
    const event = parseJson(frame.data);
    const known = isJsonObject(event) ? event : {};
    const reply = objectAt(known, 'response') ?? {};
    this.#usage = decodeUsage(reply['usage']) ?? this.#usage;
    const error = readFailureEvent(type, known, this.#target.redact);
    if (error !== undefined) return this.#failReply(type, known, error);
    const fields = { model: this.#target.model, ...redactDetails(reply, this.#target.redact) };
    return this.#over({ action: 'end', text: spliceEnvelope(text, frame.data, fields) });
  }

  /** A failed reply keeps its fields, unless its words must not reach a caller. */
  #failReply(type: string, event: JsonObject, error: GatewayError): ObserverStep {
    const words = objectAt(objectAt(event, 'response') ?? {}, 'error')?.['message'];
    const isShown = type === 'response.failed' && words === error.message;
    return this.#over({
      action: 'fail',
      text: isShown ? this.#writeFailed(event) : this.fail(error),
      error,
    });
  }

  /** All but the answer so far, and what the caller said itself. */
  #writeFailed({ response, ...event }: JsonObject): string {
    const { output, instructions, tools, ...told } = isJsonObject(response) ? response : {};
    const { model } = this.#target;
    const clean = { ...this.#redact(told), model, output, instructions, tools };
    return writeEvent('response.failed', { ...this.#redact(event), response: clean });
  }

  #redact(event: JsonObject): JsonObject {
    return redactJson(event, this.#target.redact ?? redactShapes);
  }

  /** The error event in the form that every client sees, under its own number. */
  #failUpstream(data: JsonValue): ObserverStep {
    const error = readFailure(data, this.#target.redact);
    const number = isJsonObject(data) ? positionAt(data, 'sequence_number') : undefined;
    const text = number === undefined ? this.fail(error) : writeError(error, number);
    return this.#over({ action: 'fail', text, error });
  }

  #skip(): ObserverStep {
    return this.#malformedFrames.add() ? this.end() : drop;
  }

  #over(step: ObserverStep): ObserverStep {
    this.#isOver = true;
    return step;
  }
}

function writeError(error: GatewayError, sequenceNumber: number): string {
  return writeEvent('error', { ...encodeStreamError(error, sequenceNumber) });
}

function writeEvent(event: string, data: JsonObject): string {
  return writeFrame({ event, data: JSON.stringify(data) });
}

/** Tells what an event says: its delta, and the name of a call that begins. */
function passEvent(type: string, event: JsonObject, onText: OnText): void {
  if (type === 'response.output_item.added') {
    const name = textAt(objectAt(event, 'item') ?? {}, 'name');
    if (name !== '') onText(name, 'output');
    return;
  }
  const delta = type.endsWith('.delta') ? textAt(event, 'delta') : '';
  if (delta === '' || type.startsWith('response.audio')) return;
  onText(delta, type.startsWith('response.reasoning') ? 'reasoning' : 'output');
}
