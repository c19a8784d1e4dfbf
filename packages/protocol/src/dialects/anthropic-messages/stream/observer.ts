// Watches an Anthropic Messages stream in passthrough, and ends it at its output limit, for the codec.
import type { GatewayError } from '../../../canonical/error.ts';
import type { Usage } from '../../../canonical/usage.ts';
import type { StreamObserver, ObserverStep, ObserverTarget, OnText } from '../../../codec.ts';
import { spliceModelName } from '../../../json/splice.ts';
import { parseJson } from '../../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { mayHoldError } from '../../../redaction/redaction.ts';
import { objectAt, objectOf } from '../../../shared/json-fields.ts';
import {
  dropDefaultName,
  FrameObserver,
  passText,
} from '../../../shared/stream/stream-observer.ts';
import { joinLines, writeFrame, writeJsonFrame, type SseFrame } from '../../../sse/frame.ts';
import { decodeBodyFailure, encodeStreamError, encodeUpstreamStreamError } from '../error.ts';
import { UsageClaims, encodeTokenUsage } from '../usage.ts';
import { interrupted, isBareEnd, isFailure, isKnown, textFields, typeOf } from './grammar.ts';

export function createStreamObserver(target: ObserverTarget): StreamObserver {
  return new MessageStreamObserver(target, true);
}

/**
 * Relays frames unchanged except for the model name. Frames with content are recognized by their name and
 * parsed only if their text is requested.
 */
class MessageStreamObserver extends FrameObserver {
  readonly #claims = new UsageClaims();
  /** The blocks that have started and not ended. */
  readonly #open = new Set<number>();
  /** True if only the end marker is missing, because the stop reason has passed. */
  #isEnding = false;

  fail(error: GatewayError): string {
    return writeJsonFrame(encodeStreamError(error), 'error');
  }

  protected override read(received: SseFrame): ObserverStep {
    const frame = dropDefaultName(received);
    const data = this.#isRead(frame) ? parseJson(frame.data) : {};
    if (isFailure(frame, data)) return this.#stopAt(data ?? null);
    const isEvent = isJsonObject(data) && mayBeObject(frame.data);
    if (!isEvent) return isBareEnd(frame) ? this.finish(writeEnd()) : this.skip();
    const event = objectOf(data);
    const type = typeOf(event);
    const isNamed = frame.event !== undefined && !(isKnown(type) && type !== frame.event);
    if (isNamed) return this.#step(frame, frame.raw ?? writeFrame(frame), event);
    if (type === undefined) return this.skip();
    // The official client reads the name, others the type; without a name, or with a wrong one, only some read a frame.
    const named = { event: type, data: joinLines(frame.data) };
    return this.#step(named, writeFrame(named), event);
  }

  protected override close(): ObserverStep {
    return this.stop(interrupted());
  }

  protected override writeCut(usage: Usage): string {
    return this.#isEnding ? writeEnd() : writeCut([...this.#open], usage);
  }

  #isRead({ event }: SseFrame): boolean {
    return this.target.onText !== undefined || event !== 'content_block_delta';
  }

  #step(frame: SseFrame, text: string, event: JsonObject): ObserverStep {
    switch (frame.event) {
      case 'content_block_delta':
        this.started = true;
        if (this.target.onText !== undefined) passFields(event['delta'], this.target.onText);
        return this.relay(text);
      case 'content_block_start':
        this.started ||= frame.data.includes('tool_use"');
        this.#openBlock(event);
        return this.relay(text);
      case 'content_block_stop':
        if (typeof event['index'] === 'number') this.#open.delete(event['index']);
        return this.relay(text);
      case 'message_start':
        this.#readUsage(objectAt(event, 'message') ?? event);
        return this.relay(spliceModelName(text, this.target.model));
      case 'message_delta':
        this.#isEnding = true;
        this.#readUsage(objectAt(event, 'message') ?? event);
        return this.relay(text);
      case 'message_stop':
        // A client that reads the type in the data would wait for the end.
        return this.finish(typeOf(event) === 'message_stop' ? text : writeEnd());
      default:
        return this.relay(this.#redactUnknown(frame, text, event));
    }
  }

  /** An unknown event is relayed, with any error in it redacted. */
  #redactUnknown(frame: SseFrame, text: string, event: JsonObject): string {
    if (!mayHoldError(frame.data)) return text;
    return writeFrame({ ...frame, data: JSON.stringify(this.redact(event)) });
  }

  #stopAt(data: JsonValue): ObserverStep {
    const error = decodeBodyFailure(data, this.target.redact);
    return this.stop(error, writeJsonFrame(encodeUpstreamStreamError(error), 'error'));
  }

  #openBlock(event: JsonObject): void {
    if (typeof event['index'] === 'number') this.#open.add(event['index']);
    if (this.target.onText !== undefined) passFields(event['content_block'], this.target.onText);
  }

  #readUsage(holder: JsonObject): void {
    this.usage = this.#claims.take(holder['usage']) ?? this.usage;
  }
}

/** Checks only both ends of the text: without a listener, deltas are relayed without being parsed. */
function mayBeObject(data: string): boolean {
  const text = data.trim();
  return text.startsWith('{') && text.endsWith('}');
}

/** Passes the text of a delta, or of a block start, to the listener. */
function passFields(holder: JsonValue | undefined, onText: OnText): void {
  if (!isJsonObject(holder)) return;
  for (const [field, kind] of textFields) passText(holder[field], onText, kind);
}

/** The frames that end a stream at its output limit. @param open the blocks that have not ended */
export function writeCut(open: readonly number[], usage: Usage): string {
  const delta = {
    stop_reason: 'max_tokens',
    stop_sequence: null,
    stop_details: null,
    container: null,
  };
  const events: readonly (JsonObject & { readonly type: string })[] = [
    ...open.map((index) => ({ type: 'content_block_stop', index })),
    { type: 'message_delta', delta, usage: encodeTokenUsage(usage) },
  ];
  return events.map(writeEvent).join('') + writeEnd();
}

/** The end marker alone. */
export function writeEnd(): string {
  return writeEvent({ type: 'message_stop' });
}

function writeEvent(event: JsonObject & { readonly type: string }): string {
  return writeJsonFrame(event, event.type);
}
