// Observes a Chat Completions stream in passthrough, for the codec.
import type { GatewayError } from '../../../canonical/error.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { ObserverStep, ObserverTarget, OnText, StreamObserver } from '../../../codec.ts';
import { spliceModelName, cutNullMember } from '../../../json/splice.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { mayHoldError } from '../../../redaction/redaction.ts';
import { objectsOf } from '../../../shared/json-fields.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { upstreamBodyOf } from '../../../shared/openai/error.ts';
import { FrameObserver, passText } from '../../../shared/stream/stream-observer.ts';
import { ChoiceEnds, interrupted } from '../../../shared/stream/stream-state.ts';
import { writeFrame, writeJsonFrame, type SseFrame } from '../../../sse/frame.ts';
import { encodeStreamError, readBodyFailure, redactVendorFields } from '../error.ts';
import { decodeChunkUsage, encodeUsage } from '../usage.ts';
import { choicesOf, chunkObject, endMark, isFailure, isUsageChunk } from './grammar.ts';

export function createStreamObserver(target: ObserverTarget): StreamObserver {
  return new ChatStreamObserver(target, true);
}

/** Fields of a delta that contain the reply itself; a role alone does not count. */
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
 * Relays frames unchanged except for the model name. Each frame is read once, because a client must
 * never receive a frame that is not a JSON object; it is never serialized again.
 */
class ChatStreamObserver extends FrameObserver {
  readonly #ends = new ChoiceEnds();
  /** The last relayed chunk, whose head is repeated in a chunk of the gateway. */
  #last: JsonObject = {};

  override get isComplete(): boolean {
    return this.#ends.isComplete;
  }

  fail(error: GatewayError): string {
    return writeJsonFrame(encodeStreamError(error, this.usage), 'error');
  }

  protected override read(frame: SseFrame): ObserverStep {
    const data = frame.data.trim();
    if (data === endMark) return this.#ends.hasAny ? this.#end() : this.stop(interrupted());
    const value = parseJson(data);
    if (isFailure(frame, value)) return this.#stopAt(value ?? data);
    if (!isJsonObject(value)) return this.skip();
    this.#watch(value);
    // The usage that the gateway requested for metering and the client did not ask for.
    if (!this.target.includeUsage && isUsageChunk(value)) return this.drop();
    const text = mayHoldError(data)
      ? this.#redactChunk(frame, value)
      : (frame.raw ?? writeFrame(frame));
    const named = spliceModelName(text, this.target.model);
    return this.relay(this.#hasUnrequestedUsage(value) ? cutNullMember(named, 'usage') : named);
  }

  protected override close(): ObserverStep {
    return this.isComplete ? this.#end() : super.close();
  }

  protected override writeCut(usage: Usage): string {
    return writeCut(this.#last, {
      target: this.target,
      unfinished: this.#ends.unfinished,
      ...omitUndefined({ usage: isUsageChunk(this.#last) ? undefined : usage }),
    });
  }

  /** Some vendors report an error in a field of their own, without changing the reply. */
  #redactChunk(frame: SseFrame, chunk: JsonObject): string {
    const shown = { ...chunk, ...redactVendorFields(chunk, this.target.redact) };
    return writeFrame({ ...frame, data: JSON.stringify(shown) });
  }

  #watch(chunk: JsonObject): void {
    this.#last = chunk;
    this.usage = decodeChunkUsage(chunk) ?? this.usage;
    for (const choice of choicesOf(chunk)) {
      const index = typeof choice['index'] === 'number' ? choice['index'] : 0;
      this.#ends.see(index);
      if (choice['finish_reason']) this.#ends.finish(index);
      this.started ||= hasContent(choice['delta']);
      if (this.target.onText !== undefined) passDelta(choice['delta'], this.target.onText);
    }
  }

  /**
   * For metering, usage is requested from every upstream, and each chunk then has a null usage. A client that
   * did not request usage must not receive it: OpenRouter's library rejects a null field.
   */
  #hasUnrequestedUsage(chunk: JsonObject): boolean {
    return !this.target.includeUsage && chunk['usage'] === null;
  }

  #end(): ObserverStep {
    return this.finish(writeFrame({ data: endMark }));
  }

  /** The error event has a name, because some clients ignore it without one. */
  #stopAt(data: JsonValue): ObserverStep {
    const error = readBodyFailure(data, this.target.redact);
    const body = upstreamBodyOf(error);
    return this.stop(error, body && writeJsonFrame(body, 'error'));
  }
}

function hasContent(delta: JsonValue | undefined): boolean {
  if (!isJsonObject(delta)) return false;
  return contentFields.some((field) => {
    const value = delta[field];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  });
}

/** Passes the text of a chunk's delta to the listener. Reasoning under several field names counts once. */
function passDelta(delta: JsonValue | undefined, onText: OnText): void {
  if (!isJsonObject(delta)) return;
  passText(delta['content'], onText, 'output');
  passText(delta['refusal'], onText, 'output');
  passText(reasoningOf(delta), onText, 'reasoning');
  if (delta['tool_calls']) {
    for (const call of objectsOf(delta['tool_calls'])) passCall(call, onText);
  }
  if (delta['function_call']) passCall({ function: delta['function_call'] }, onText);
}

function passCall(call: JsonObject, onText: OnText): void {
  for (const part of objectsOf([call['function'] ?? null, call['custom'] ?? null])) {
    passText(part['name'], onText, 'output');
    passText(part['arguments'], onText, 'output');
    passText(part['input'], onText, 'output');
  }
}

function reasoningOf(delta: JsonObject): string {
  const plain = [delta['reasoning_content'], delta['reasoning']].find(isText);
  if (plain !== undefined) return plain;
  if (!Array.isArray(delta['reasoning_details'])) return '';
  return objectsOf(delta['reasoning_details'])
    .flatMap(({ text, summary }) => [text, summary])
    .filter(isText)
    .join('');
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

/**
 * The frames that end a stream at its output limit: a finish reason for every choice that has none, the usage
 * if it was requested, and the end marker.
 * @param last a chunk of the stream, whose head is repeated
 */
function writeCut(
  last: JsonObject,
  {
    target,
    unfinished,
    usage,
  }: {
    readonly target: ObserverTarget;
    readonly unfinished: readonly number[];
    /** Absent if it has already been sent. */
    readonly usage?: Usage;
  },
): string {
  const { id = '', created = 0 } = last;
  const head = { id, object: chunkObject, created, model: target.model };
  const ends = unfinished.map((index) => ({
    ...head,
    choices: [{ index, delta: {}, finish_reason: 'length' }],
    ...omitUndefined({ usage: target.includeUsage ? null : undefined }),
  }));
  const isWanted = target.includeUsage && usage !== undefined;
  const bills = isWanted ? [{ ...head, choices: [], usage: encodeUsage(usage) }] : [];
  const text = [...ends, ...bills].map((chunk) => writeJsonFrame(chunk)).join('');
  return text + writeFrame({ data: endMark });
}
