import type { GatewayError } from '../../../canonical/error.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { StreamObserver, ObserverStep, ObserverTarget, OnText } from '../../../codec.ts';
import { spliceModelName } from '../../../json/model-name.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonValue } from '../../../json/value.ts';
import { mayTellOfError, redactJson, redactShapes } from '../../../redaction/redaction.ts';
import { writeFrame } from '../../../sse/frame-writer.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { decodeBodyFailure, encodeStreamError, encodeUpstreamStreamError } from '../error.ts';
import { UsageClaims } from '../usage.ts';
import { writeCut, writeEnd } from './cut.ts';
import { interrupted, isFailure } from './decoder.ts';

const drop: ObserverStep = { action: 'drop' };

export function createStreamObserver(target: ObserverTarget): StreamObserver {
  return new MessageStreamObserver(target);
}

/**
 * Lets the frames of a same-dialect stream pass as they are. Frames with content are known by their
 * name and parsed only for a listener.
 */
class MessageStreamObserver implements StreamObserver {
  readonly #target: ObserverTarget;
  readonly #claims = new UsageClaims();
  /** The blocks that have begun and not ended. */
  readonly #open = new Set<number>();
  /** True when only the end mark is missing, as the reason of the end has been told. */
  #isEnding = false;
  #isOver = false;
  started = false;

  constructor(target: ObserverTarget) {
    this.#target = target;
  }

  get usage(): Usage | undefined {
    return this.#claims.usage;
  }

  push(frame: SseFrame): ObserverStep {
    if (this.#isOver) return drop;
    const data = this.#isRead(frame) ? parseJson(frame.data) : {};
    if (isFailure(frame, data)) return this.#failUpstream(data ?? null);
    const isEvent = isJsonObject(data) && mayBeObject(frame.data);
    if (!isEvent && frame.event !== 'message_stop') return drop;
    const text = frame.raw ?? writeFrame(frame);
    if (frame.event !== undefined) return this.#step(frame, text, data);
    const event = typeOf(data);
    // The official client drops frames without a name, so a bare one gets the name of its type.
    return event === undefined
      ? drop
      : this.#step({ ...frame, event }, `event: ${event}\n${text}`, data);
  }

  end(): ObserverStep {
    if (this.#isOver) return { action: 'end', text: '' };
    const error = interrupted();
    return this.#over({ action: 'fail', text: this.fail(error), error });
  }

  fail(error: GatewayError): string {
    return writeFrame({ event: 'error', data: JSON.stringify(encodeStreamError(error)) });
  }

  cut(usage: Usage): string {
    this.#isOver = true;
    return this.#isEnding ? writeEnd() : writeCut([...this.#open], usage);
  }

  /** Frames with content are known by their name, and read only for a listener. */
  #isRead({ event }: SseFrame): boolean {
    return this.#target.onText !== undefined || event !== 'content_block_delta';
  }

  #step(frame: SseFrame, text: string, data: JsonValue | undefined): ObserverStep {
    switch (frame.event) {
      case 'content_block_delta':
        this.started = true;
        if (this.#target.onText !== undefined) passDelta(data, this.#target.onText);
        return { action: 'relay', text };
      case 'content_block_start':
        this.started ||= frame.data.includes('tool_use"');
        this.#openBlock(data);
        return { action: 'relay', text };
      case 'content_block_stop':
        this.#closeBlock(data);
        return { action: 'relay', text };
      case 'message_start':
        this.#readUsage(frame.data);
        return { action: 'relay', text: spliceModelName(text, this.#target.model) };
      case 'message_delta':
        this.#isEnding = true;
        this.#readUsage(frame.data);
        return { action: 'relay', text };
      case 'message_stop':
        return this.#over({ action: 'end', text });
      default:
        return { action: 'relay', text: this.#redactUnknown(frame, text, data) };
    }
  }

  /** An event that nobody knows passes, and what it tells of an error passes redacted. */
  #redactUnknown(frame: SseFrame, text: string, data: JsonValue | undefined): string {
    if (!isJsonObject(data) || !mayTellOfError(frame.data)) return text;
    const clean = redactJson(data, this.#target.redact ?? redactShapes);
    return writeFrame({ ...frame, data: JSON.stringify(clean) });
  }

  #failUpstream(data: JsonValue): ObserverStep {
    const error = decodeBodyFailure(data, this.#target.redact);
    const shown = JSON.stringify(encodeUpstreamStreamError(error));
    return this.#over({
      action: 'fail',
      text: writeFrame({ event: 'error', data: shown }),
      error,
    });
  }

  #openBlock(event: JsonValue | undefined): void {
    if (!isJsonObject(event)) return;
    if (typeof event['index'] === 'number') this.#open.add(event['index']);
    if (this.#target.onText !== undefined) passBlock(event['content_block'], this.#target.onText);
  }

  #closeBlock(event: JsonValue | undefined): void {
    const index = isJsonObject(event) ? event['index'] : undefined;
    if (typeof index === 'number') this.#open.delete(index);
  }

  #over(step: ObserverStep): ObserverStep {
    this.#isOver = true;
    return step;
  }

  /** `message_start` has the usage in its message, `message_delta` beside its delta. */
  #readUsage(json: string): void {
    const data = parseJson(json);
    if (!isJsonObject(data)) return;
    const holder = isJsonObject(data['message']) ? data['message'] : data;
    this.#claims.take(holder['usage']);
  }
}

function typeOf(data: JsonValue | undefined): string | undefined {
  const type = isJsonObject(data) ? data['type'] : undefined;
  return typeof type === 'string' && /^\w{1,64}$/.test(type) ? type : undefined;
}

/** A look at both ends of the text: most deltas pass without being parsed. */
function mayBeObject(data: string): boolean {
  const text = data.trim();
  return text.startsWith('{') && text.endsWith('}');
}

/** Tells what a `content_block_delta` says. */
function passDelta(event: JsonValue | undefined, onText: OnText): void {
  const delta = isJsonObject(event) ? event['delta'] : undefined;
  if (!isJsonObject(delta)) return;
  passText(delta['text'], 'output', onText);
  passText(delta['partial_json'], 'output', onText);
  passText(delta['thinking'], 'reasoning', onText);
}

/** Tells what a block says as it begins: the name of a call, and text that some servers put there. */
function passBlock(block: JsonValue | undefined, onText: OnText): void {
  if (!isJsonObject(block)) return;
  passText(block['name'], 'output', onText);
  passText(block['text'], 'output', onText);
  passText(block['thinking'], 'reasoning', onText);
}

function passText(text: JsonValue | undefined, kind: Parameters<OnText>[1], onText: OnText): void {
  if (typeof text === 'string' && text !== '') onText(text, kind);
}
