// Watches a Gemini generateContent stream in passthrough, and ends it at its output limit, for the codec.
import type { GatewayError } from '../../../canonical/error.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { StreamObserver, ObserverStep, ObserverTarget, OnText } from '../../../codec.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { ChoiceEnds } from '../../../shared/stream/stream-state.ts';
import { objectAt } from '../../../shared/json-fields.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { FrameObserver, passText } from '../../../shared/stream/stream-observer.ts';
import { writeFrame, type SseFrame } from '../../../sse/frame.ts';
import { decodeBodyFailure, encodeStreamError, encodeUpstreamStreamError } from '../error.ts';
import { encodeUsage, UsageClaims } from '../usage.ts';
import {
  candidatesOf,
  errorFrameOf,
  escapeBreaks,
  frameOf,
  isBlocked,
  isChunk,
  isFailure,
} from './grammar.ts';
import { emptyPart } from '../reply/reply.ts';

/** `modelVersion` is kept, because it is not a model name but the version that ran. */
export function createStreamObserver(target: ObserverTarget): StreamObserver {
  return new GenerateStreamObserver(target);
}

/**
 * Relays the data of each frame unchanged, on one line and without other fields. Each frame is parsed once,
 * because a client must never receive one that is not a JSON object; it is never serialized again.
 */
class GenerateStreamObserver extends FrameObserver {
  readonly #ends = new ChoiceEnds();
  readonly #claims = new UsageClaims();
  #isBlocked = false;
  /** The frame that completed the reply: it is held until the exchange is settled. */
  #held = '';
  /** The last relayed chunk, whose head is repeated in a chunk of the gateway. */
  #last: JsonObject = {};

  override get isComplete(): boolean {
    return this.#ends.isComplete || this.#isBlocked;
  }

  fail(error: GatewayError): string {
    return this.#writeError(encodeStreamError(error));
  }

  protected override read(frame: SseFrame): ObserverStep {
    const value = parseJson(frame.data);
    if (isFailure(value) || frame.event === 'error') return this.#stopAt(value ?? frame.data);
    if (!isChunk(value)) return this.skip();
    this.#watch(value);
    // Line breaks occur only between JSON tokens, so they may become spaces.
    const data = escapeBreaks(frame.data.replaceAll('\n', ' '));
    return this.#show(writeFrame({ data }));
  }

  /** There is no end marker to relay: the finish reasons of the candidates are the proof. */
  protected override close(): ObserverStep {
    return this.isComplete ? this.finish(this.#held) : super.close();
  }

  protected override writeCut(usage: Usage): string {
    const { unfinished } = this.#ends;
    return this.#held + writeCut(this.#last, { unfinished, usage });
  }

  /** The held frame is relayed before the error. */
  protected override stop(error: GatewayError, text = this.fail(error)): ObserverStep {
    return super.stop(error, this.#held + text);
  }

  /** Some upstreams continue after a finish reason; then the held frame was not the last one. */
  #show(text: string): ObserverStep {
    const shown = this.isComplete ? this.#held : this.#held + text;
    this.#held = this.isComplete ? text : '';
    return shown === '' ? this.drop() : this.relay(shown);
  }

  #watch(chunk: JsonObject): void {
    this.#last = chunk;
    this.usage = this.#claims.take(chunk) ?? this.usage;
    this.#isBlocked ||= isBlocked(chunk);
    for (const candidate of candidatesOf(chunk)) {
      const index = typeof candidate['index'] === 'number' ? candidate['index'] : 0;
      this.#ends.see(index);
      if (candidate['finishReason']) this.#ends.finish(index);
      const parts = objectAt(candidate, 'content')?.['parts'];
      for (const part of Array.isArray(parts) ? parts : []) {
        if (isJsonObject(part)) this.#watchPart(part);
      }
    }
  }

  #watchPart(part: JsonObject): void {
    this.started ||= hasContent(part);
    if (this.target.onText !== undefined) passPart(part, this.target.onText);
  }

  #stopAt(data: JsonValue): ObserverStep {
    const error = decodeBodyFailure(data, this.target.redact);
    return this.stop(error, this.#writeError(encodeUpstreamStreamError(error)));
  }

  #writeError(body: JsonObject): string {
    return writeFrame(errorFrameOf(body, this.target.failsOtherwise));
  }
}

/** A part with only an empty text is not content yet. */
function hasContent(part: JsonObject): boolean {
  return Object.values(part).some((value) => value !== '' && value !== null);
}

function passPart(part: JsonObject, onText: OnText): void {
  passText(part['text'], onText, part['thought'] === true ? 'reasoning' : 'output');
  const call = part['functionCall'];
  if (isJsonObject(call)) {
    // Arguments may be streamed, each value with its place.
    const { name, args, partialArgs } = call;
    onText(JSON.stringify([name, args ?? partialArgs]), 'output');
  }
  passText(objectAt(part, 'executableCode')?.['code'], onText, 'output');
}

/**
 * The chunk that ends a stream at its output limit; there is no other end marker.
 * @param last a chunk of the stream, whose head is repeated
 */
export function writeCut(
  last: JsonObject,
  { unfinished, usage }: { readonly unfinished: readonly number[]; readonly usage: Usage },
): string {
  if (unfinished.length === 0) return '';
  const { modelVersion, responseId } = last;
  const chunk = {
    candidates: unfinished.map((index) => ({
      content: { role: 'model', parts: [emptyPart] },
      finishReason: 'MAX_TOKENS',
      index,
    })),
    usageMetadata: { ...encodeUsage(usage) },
    ...omitUndefined({ modelVersion, responseId }),
  };
  return writeFrame(frameOf(chunk));
}
