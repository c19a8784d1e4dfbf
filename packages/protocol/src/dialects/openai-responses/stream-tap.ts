import type { GatewayError } from '../../canonical/error.ts';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../canonical/json.ts';
import type { Usage } from '../../canonical/usage.ts';
import type { StreamTap, TapStep, TapTarget } from '../../codec.ts';
import type { SseFrame } from '../../sse/frame.ts';
import { writeFrame } from '../../sse/frame-writer.ts';
import { encodeStreamError, interrupted, readFailure } from './error.ts';
import { spliceEnvelope } from './envelope-splice.ts';
import { objectAt, positionAt } from './item-event.ts';
import { mostGarbage, readFailureEvent } from './stream-decoder.ts';
import { OutputKeeper } from './output-keeper.ts';
import { writeCut } from './stream-cut.ts';
import { hearEvent } from './stream-words.ts';
import { decodeUsage } from './usage.ts';

export function createStreamTap(target: TapTarget): StreamTap {
  return new ResponsesStreamTap(target);
}

const drop: TapStep = { action: 'drop' };

/**
 * Lets the frames of a same-dialect stream pass as they are. Those that hold the whole reply are
 * parsed; all others are known by their name and parsed only for a listener or for a later cut.
 */
class ResponsesStreamTap implements StreamTap {
  readonly #target: TapTarget;
  /** The output so far, when the stream may have to be ended by us. */
  readonly #kept: OutputKeeper | undefined;
  /** The last event that held the whole reply. */
  #envelope = '';
  #usage: Usage | undefined;
  #started = false;
  #garbage = 0;
  #isOver = false;
  /** The last event that passed, whose number an error of ours must follow. */
  #lastData = '';

  constructor(target: TapTarget) {
    this.#target = target;
    this.#kept = target.mayBeCut === true ? new OutputKeeper() : undefined;
  }

  get usage(): Usage | undefined {
    return this.#usage;
  }

  get started(): boolean {
    return this.#started;
  }

  push(frame: SseFrame): TapStep {
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

  end(): TapStep {
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

  #step(type: string, frame: SseFrame, text: string): TapStep {
    switch (type) {
      case 'response.created':
      case 'response.in_progress':
      case 'response.queued':
        this.#lastData = frame.data;
        this.#envelope = frame.data;
        return { action: 'relay', text: spliceEnvelope(text, frame.data, this.#target.model) };
      case 'response.completed':
      case 'response.incomplete':
        this.#readUsage(frame.data);
        return this.#over({
          action: 'end',
          text: spliceEnvelope(text, frame.data, this.#target.model),
        });
      case 'response.failed':
        return this.#failReply(frame, text);
      case 'error':
        return this.#failUpstream(parseJson(frame.data) ?? frame.data);
      default:
        this.#lastData = frame.data;
        this.#started ||= type === 'response.output_item.added' || type.endsWith('.delta');
        this.#follow(type, frame.data);
        return { action: 'relay', text };
    }
  }

  #follow(type: string, data: string): void {
    const { hear } = this.#target;
    if (hear === undefined && this.#kept === undefined) return;
    const event = parseJson(data);
    if (!isJsonObject(event)) return;
    if (hear !== undefined) hearEvent(type, event, hear);
    this.#kept?.take(type, event);
  }

  /** A failed reply passes as it is, unless its words must not reach a caller. */
  #failReply(frame: SseFrame, text: string): TapStep {
    const event = parseJson(frame.data);
    const known = isJsonObject(event) ? event : {};
    const reply = objectAt(known, 'response');
    const error = readFailureEvent('response.failed', known) ?? interrupted();
    this.#readUsage(frame.data);
    const words = objectAt(reply ?? {}, 'error')?.['message'];
    const shown =
      words === error.message
        ? spliceEnvelope(text, frame.data, this.#target.model)
        : this.fail(error);
    return this.#over({ action: 'fail', text: shown, error });
  }

  /** The error event in the form that every client sees, under its own number. */
  #failUpstream(data: JsonValue): TapStep {
    const error = readFailure(data);
    const number = isJsonObject(data) ? positionAt(data, 'sequence_number') : undefined;
    const text = number === undefined ? this.fail(error) : writeError(error, number);
    return this.#over({ action: 'fail', text, error });
  }

  #skip(): TapStep {
    this.#garbage++;
    return this.#garbage > mostGarbage ? this.end() : drop;
  }

  #over(step: TapStep): TapStep {
    this.#isOver = true;
    return step;
  }

  #readUsage(data: string): void {
    const event = parseJson(data);
    const reply: JsonObject = isJsonObject(event) ? (objectAt(event, 'response') ?? {}) : {};
    this.#usage = decodeUsage(reply['usage']) ?? this.#usage;
  }
}

function writeError(error: GatewayError, sequenceNumber: number): string {
  const event = encodeStreamError(error, sequenceNumber);
  return writeFrame({ event: 'error', data: JSON.stringify(event) });
}
