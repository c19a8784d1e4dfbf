import type { GatewayError } from '../../../canonical/error.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { StreamObserver, ObserverStep, ObserverTarget, OnText } from '../../../codec.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import type { Redact } from '../../../redaction/redaction.ts';
import { MalformedFrames, interrupted } from '../../../shared/malformed-frames.ts';
import { writeFrame } from '../../../sse/frame-writer.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { decodeBodyFailure, encodeStreamError, encodeUpstreamStreamError } from '../error.ts';
import { decodeUsage } from '../usage.ts';
import { writeCut } from './cut.ts';
import { isChunk, isFailure } from './decoder.ts';
import { escapeBreaks, frameOf } from './encoder.ts';

/** `modelVersion` stays, because it is no model's name but the version that ran. */
export function createStreamObserver(
  target: Pick<ObserverTarget, 'onText' | 'redact'> = {},
): StreamObserver {
  return new GenerateStreamObserver(target);
}

const drop: ObserverStep = { action: 'drop' };

/**
 * Relays the data of each frame as it is, on one line and without anything beside it. Each frame is
 * parsed once, because a caller must never see one that is no JSON object; it is never printed.
 */
class GenerateStreamObserver implements StreamObserver {
  readonly #onText: OnText | undefined;
  readonly #redact: Redact | undefined;
  readonly #seen = new Set<number>();
  readonly #finished = new Set<number>();
  #isBlocked = false;
  #usage: Usage | undefined;
  #started = false;
  readonly #malformedFrames = new MalformedFrames();
  #isOver = false;
  /** The frame that completed the answer: nobody may see the end before the exchange is settled. */
  #held = '';
  /** The last chunk that passed, whose head a chunk of ours repeats. */
  #last: JsonObject = {};

  constructor({ onText, redact }: Pick<ObserverTarget, 'onText' | 'redact'>) {
    this.#onText = onText;
    this.#redact = redact;
  }

  get usage(): Usage | undefined {
    return this.#usage;
  }

  get started(): boolean {
    return this.#started;
  }

  push(frame: SseFrame): ObserverStep {
    if (this.#isOver) return drop;
    const value = parseJson(frame.data);
    if (isFailure(value) || frame.event === 'error') return this.#failUpstream(value ?? frame.data);
    if (!isChunk(value)) return this.#skip();
    this.#watch(value);
    // Line breaks stand only between the tokens of JSON, so they may become spaces.
    const data = escapeBreaks(frame.data.replaceAll('\n', ' '));
    return this.#show(writeFrame({ data }));
  }

  /** There is no end mark to be relayed: the ends of the candidates are the proof. */
  end(): ObserverStep {
    if (this.#isOver) return drop;
    if (!this.#isComplete()) return this.#failOwn(interrupted());
    this.#isOver = true;
    return { action: 'end', text: this.#held };
  }

  fail(error: GatewayError): string {
    return writeFrame(frameOf(encodeStreamError(error)));
  }

  cut(usage: Usage): string {
    this.#isOver = true;
    const unfinished = [...this.#seen].filter((index) => !this.#finished.has(index));
    return this.#held + writeCut(this.#last, { unfinished, usage });
  }

  /** Some upstreams speak on behind an end; then what was held was not the last frame. */
  #show(text: string): ObserverStep {
    const isComplete = this.#isComplete();
    const shown = isComplete ? this.#held : this.#held + text;
    this.#held = isComplete ? text : '';
    return shown === '' ? drop : { action: 'relay', text: shown };
  }

  #isComplete(): boolean {
    const isFinished = this.#seen.size > 0 && this.#finished.size === this.#seen.size;
    return isFinished || this.#isBlocked;
  }

  #watch(chunk: JsonObject): void {
    this.#last = chunk;
    this.#usage = decodeUsage(chunk['usageMetadata']) ?? this.#usage;
    const feedback = chunk['promptFeedback'];
    if (isJsonObject(feedback) && feedback['blockReason']) this.#isBlocked = true;
    for (const candidate of listOf(chunk['candidates'])) {
      const index = typeof candidate['index'] === 'number' ? candidate['index'] : 0;
      this.#seen.add(index);
      if (candidate['finishReason']) this.#finished.add(index);
      this.#started ||= hasContent(candidate['content']);
      if (this.#onText !== undefined) passContent(candidate['content'], this.#onText);
    }
  }

  #skip(): ObserverStep {
    return this.#malformedFrames.add() ? this.#failOwn(interrupted()) : drop;
  }

  #failOwn(error: GatewayError): ObserverStep {
    this.#isOver = true;
    return { action: 'fail', text: this.#held + this.fail(error), error };
  }

  #failUpstream(data: JsonValue): ObserverStep {
    const error = decodeBodyFailure(data, this.#redact);
    this.#isOver = true;
    const text = writeFrame(frameOf(encodeUpstreamStreamError(error)));
    return { action: 'fail', text: this.#held + text, error };
  }
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A part with nothing but an empty text says nothing yet. */
function hasContent(content: JsonValue | undefined): boolean {
  const parts = isJsonObject(content) ? listOf(content['parts']) : [];
  return parts.some((part) => Object.values(part).some((value) => value !== '' && value !== null));
}

/** Tells what the content of a candidate says. */
function passContent(content: JsonValue | undefined, onText: OnText): void {
  const parts = isJsonObject(content) ? content['parts'] : undefined;
  for (const part of Array.isArray(parts) ? parts : []) {
    if (isJsonObject(part)) passPart(part, onText);
  }
}

function passPart(part: JsonObject, onText: OnText): void {
  const { text, functionCall: call, executableCode: program } = part;
  if (typeof text === 'string' && text !== '') {
    onText(text, part['thought'] === true ? 'reasoning' : 'output');
  }
  if (isJsonObject(call)) onText(JSON.stringify([call['name'], call['args']]), 'output');
  const code = isJsonObject(program) ? program['code'] : undefined;
  if (typeof code === 'string' && code !== '') onText(code, 'output');
}
