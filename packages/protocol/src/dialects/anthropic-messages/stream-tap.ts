import type { GatewayError } from '../../canonical/error.ts';
import { isJsonObject, parseJson } from '../../canonical/json.ts';
import type { Usage } from '../../canonical/usage.ts';
import type { StreamTap, TapStep, TapTarget } from '../../codec.ts';
import { spliceModelName } from '../../json/model-name.ts';
import type { SseFrame } from '../../sse/frame.ts';
import { writeFrame } from '../../sse/frame-writer.ts';
import { decodeBodyFailure, encodeStreamError } from './error.ts';
import { interrupted } from './stream-decoder.ts';
import { UsageClaims } from './usage.ts';

export function createStreamTap(target: TapTarget): StreamTap {
  return new MessageStreamTap(target);
}

/**
 * Lets the frames of a same-dialect stream pass as they are. Only the first and the last few frames
 * are parsed; frames with content are known by their name.
 */
class MessageStreamTap implements StreamTap {
  readonly #model: string;
  readonly #claims = new UsageClaims();
  #isOver = false;
  started = false;

  constructor(target: TapTarget) {
    this.#model = target.model;
  }

  get usage(): Usage | undefined {
    return this.#claims.usage;
  }

  push(frame: SseFrame): TapStep {
    if (this.#isOver) return { action: 'drop' };
    const text = frame.raw ?? writeFrame(frame);
    if (frame.event !== undefined) return this.#step(frame.event, frame, text);
    const type = typeOf(frame.data);
    // The official client drops frames without a name, so a bare one gets the name of its type.
    return type === undefined
      ? { action: 'relay', text }
      : this.#step(type, frame, `event: ${type}\n${text}`);
  }

  end(): TapStep {
    if (this.#isOver) return { action: 'end', text: '' };
    const error = interrupted();
    return this.#over({ action: 'fail', text: this.fail(error), error });
  }

  fail(error: GatewayError): string {
    return writeFrame({ event: 'error', data: JSON.stringify(encodeStreamError(error)) });
  }

  #step(type: string, frame: SseFrame, text: string): TapStep {
    switch (type) {
      case 'content_block_delta':
        this.started = true;
        return { action: 'relay', text };
      case 'content_block_start':
        this.started ||= frame.data.includes('tool_use"');
        return { action: 'relay', text };
      case 'message_start':
        this.#readUsage(frame.data);
        return { action: 'relay', text: spliceModelName(text, this.#model) };
      case 'message_delta':
        this.#readUsage(frame.data);
        return { action: 'relay', text };
      case 'message_stop':
        return this.#over({ action: 'end', text });
      case 'error': {
        const error = decodeBodyFailure(parseJson(frame.data) ?? null);
        return this.#over({ action: 'fail', text, error });
      }
      default:
        return { action: 'relay', text };
    }
  }

  #over(step: TapStep): TapStep {
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

function typeOf(json: string): string | undefined {
  const data = parseJson(json);
  const type = isJsonObject(data) ? data['type'] : undefined;
  return typeof type === 'string' && /^\w{1,64}$/.test(type) ? type : undefined;
}
