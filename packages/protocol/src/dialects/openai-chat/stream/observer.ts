import type { GatewayError } from '../../../canonical/error.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { StreamObserver, ObserverStep, ObserverTarget, OnText } from '../../../codec.ts';
import { spliceModelName } from '../../../json/model-name.ts';
import { cutNullMember } from '../../../json/null-member.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { mayTellOfError } from '../../../redaction/redaction.ts';
import { MalformedFrames, interrupted } from '../../../shared/malformed-frames.ts';
import { upstreamBodyOf } from '../../../shared/openai/error-body.ts';
import { writeFrame } from '../../../sse/frame-writer.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { encodeStreamError, readBodyFailure, redactVendorFields } from '../error.ts';
import { decodeChunkUsage } from '../usage.ts';
import { writeCut } from './cut.ts';
import { endMark, isFailure } from './decoder.ts';

export function createStreamObserver(target: ObserverTarget): StreamObserver {
  return new ChatStreamObserver(target);
}

const drop: ObserverStep = { action: 'drop' };

/** Fields of a delta that are the answer itself; a role alone is not. */
const contentFields = [
  'content',
  'refusal',
  'reasoning_content',
  'reasoning',
  'reasoning_details',
  'tool_calls',
  'function_call',
  'audio',
];

/**
 * Relays frames as they are but for the model's name. Each frame is parsed once, for under a
 * microsecond, because a caller must never see a frame that is no JSON object; it is never printed.
 */
class ChatStreamObserver implements StreamObserver {
  readonly #target: ObserverTarget;
  readonly #seen = new Set<number>();
  readonly #finished = new Set<number>();
  #usage: Usage | undefined;
  #started = false;
  readonly #malformedFrames = new MalformedFrames();
  #isOver = false;
  /** The last chunk that passed, whose head a chunk of ours repeats. */
  #last: JsonObject = {};

  constructor(target: ObserverTarget) {
    this.#target = target;
  }

  get usage(): Usage | undefined {
    return this.#usage;
  }

  get started(): boolean {
    return this.#started;
  }

  push(frame: SseFrame): ObserverStep {
    if (this.#isOver) return drop;
    const data = frame.data.trim();
    if (data === endMark) return this.#seen.size > 0 ? this.#end() : this.#failOwn(interrupted());
    const value = parseJson(data);
    if (isFailure(frame, value)) return this.#failUpstream(value ?? data);
    if (!isJsonObject(value)) return this.#skip();
    this.#watch(value);
    if (this.#isHidden(value)) return drop;
    const text = mayTellOfError(data)
      ? this.#redact(frame, value)
      : (frame.raw ?? writeFrame(frame));
    const named = spliceModelName(text, this.#target.model);
    return {
      action: 'relay',
      text: this.#hasUnaskedUsage(value) ? cutNullMember(named, 'usage') : named,
    };
  }

  end(): ObserverStep {
    if (this.#isOver) return drop;
    const isComplete = this.#seen.size > 0 && this.#finished.size === this.#seen.size;
    return isComplete ? this.#end() : this.#failOwn(interrupted());
  }

  fail(error: GatewayError): string {
    return writeError(encodeStreamError(error, this.#usage));
  }

  cut(usage: Usage): string {
    this.#isOver = true;
    const unfinished = [...this.#seen].filter((index) => !this.#finished.has(index));
    const isBilled = isBill(this.#last);
    return writeCut(this.#last, {
      target: this.#target,
      unfinished,
      ...(!isBilled && { usage }),
    });
  }

  /** Some vendors tell of an error in a field of their own, and leave the answer as it is. */
  #redact(frame: SseFrame, chunk: JsonObject): string {
    const shown = { ...chunk, ...redactVendorFields(chunk, this.#target.redact) };
    return writeFrame({ ...frame, data: JSON.stringify(shown) });
  }

  #watch(chunk: JsonObject): void {
    this.#last = chunk;
    this.#usage = decodeChunkUsage(chunk) ?? this.#usage;
    for (const choice of choicesOf(chunk)) {
      const index = typeof choice['index'] === 'number' ? choice['index'] : 0;
      this.#seen.add(index);
      if (choice['finish_reason']) this.#finished.add(index);
      this.#started ||= hasContent(choice['delta']);
      if (this.#target.onText !== undefined) passDelta(choice['delta'], this.#target.onText);
    }
  }

  /** The chunk that only metering asked for: usage and nothing else. */
  #isHidden(chunk: JsonObject): boolean {
    return !this.#target.includeUsage && isBill(chunk);
  }

  /**
   * Metering asks every upstream for usage, and each chunk then says that it has none yet. Who did not
   * ask for usage must not see that: OpenRouter's library refuses a field that is null.
   */
  #hasUnaskedUsage(chunk: JsonObject): boolean {
    return !this.#target.includeUsage && chunk['usage'] === null;
  }

  #skip(): ObserverStep {
    return this.#malformedFrames.add() ? this.#failOwn(interrupted()) : drop;
  }

  #end(): ObserverStep {
    this.#isOver = true;
    return { action: 'end', text: writeFrame({ data: endMark }) };
  }

  #failOwn(error: GatewayError): ObserverStep {
    this.#isOver = true;
    return { action: 'fail', text: this.fail(error), error };
  }

  /** The error event gets a name, because some clients overlook it without one. */
  #failUpstream(data: JsonValue): ObserverStep {
    const error = readBodyFailure(data, this.#target.redact);
    const body = upstreamBodyOf(error);
    this.#isOver = true;
    return { action: 'fail', text: body ? writeError(body) : this.fail(error), error };
  }
}

/** A chunk with the usage and nothing else. */
function isBill(chunk: JsonObject): boolean {
  return isJsonObject(chunk['usage']) && choicesOf(chunk).length === 0;
}

function choicesOf(chunk: JsonObject): JsonObject[] {
  const { choices } = chunk;
  return Array.isArray(choices) ? choices.filter(isJsonObject) : [];
}

function hasContent(delta: JsonValue | undefined): boolean {
  if (!isJsonObject(delta)) return false;
  return contentFields.some((field) => {
    const value = delta[field];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  });
}

function writeError(body: JsonObject): string {
  return writeFrame({ event: 'error', data: JSON.stringify(body) });
}

/** Tells what a chunk's delta says. Thinking that stands there under several names counts once. */
function passDelta(delta: JsonValue | undefined, onText: OnText): void {
  if (!isJsonObject(delta)) return;
  passText(delta['content'], onText);
  passText(delta['refusal'], onText);
  const reasoning = reasoningOf(delta);
  if (reasoning !== '') onText(reasoning, 'reasoning');
  const calls = Array.isArray(delta['tool_calls']) ? delta['tool_calls'] : [];
  for (const call of [...calls, { function: delta['function_call'] ?? null }]) {
    if (isJsonObject(call)) passCall(call, onText);
  }
}

function passCall(call: JsonObject, onText: OnText): void {
  for (const part of [call['function'], call['custom']]) {
    if (!isJsonObject(part)) continue;
    passText(part['name'], onText);
    passText(part['arguments'], onText);
    passText(part['input'], onText);
  }
}

function reasoningOf(delta: JsonObject): string {
  const plain = [delta['reasoning_content'], delta['reasoning']].find(isText);
  if (plain !== undefined) return plain;
  const details = Array.isArray(delta['reasoning_details']) ? delta['reasoning_details'] : [];
  return details
    .filter(isJsonObject)
    .flatMap(({ text, summary }) => [text, summary])
    .filter(isText)
    .join('');
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function passText(text: JsonValue | undefined, onText: OnText): void {
  if (isText(text)) onText(text, 'output');
}
