// Translates a stream of server-sent events as it arrives.
import { GatewayError } from '../canonical/error.ts';
import type { CanonicalEvent } from '../canonical/reply.ts';
import { fidelityOf, type Fidelity, type Note } from '../canonical/note.ts';
import type { Usage } from '../canonical/usage.ts';
import type { StreamEncoder } from '../codec.ts';
import { codecOf } from '../dialects.ts';
import { interrupted } from '../shared/stream/stream-state.ts';
import { writeFrames } from '../sse/frame.ts';
import { BodyDecoder } from './body-decoder.ts';
import {
  checkReplyOptions,
  redactNotes,
  sourceOf,
  targetOf,
  type ReplyTranslationOptions,
  type TranslationNotes,
} from './options.ts';
import { createByteTransform, type ByteTransform } from './byte-transform.ts';

/**
 * Translates one stream. Either `push` each chunk and send the returned text, or pass the translator to
 * `pipeThrough`; not both. Nothing that an upstream sends makes it throw: the client receives a whole reply
 * with its end marker, or an error event in its dialect without one.
 */
export interface StreamTranslator extends ByteTransform, TranslationNotes {
  /** Translates the next chunk, split anywhere. Returns the text to send, which may be empty. */
  push(chunk: string | Uint8Array): string;
  /**
   * Call when the upstream pauses. Returns the text that waits for what follows it: in Gemini's format, that of the latest
   * content. `pipeThrough` needs no call.
   */
  release(): string;
  /**
   * Call when the upstream closed the stream. Returns the last text: an error event if the end marker is
   * missing.
   */
  end(): string;
  /**
   * Call when the upstream broke off or timed out. Returns the error event that ends the reply. A
   * `GatewayError` is shown to the client; any other reason is reported only as an interruption.
   */
  fail(reason?: unknown): string;
  /** `open` until the reply ended or failed; after that, the methods above return empty text. */
  readonly state: StreamState;
  /** Why the reply failed. */
  readonly error: GatewayError | undefined;
  /** The token counts that the upstream has reported so far, if any. */
  readonly usage: Usage | undefined;
}

/** The state of a stream: still open, or how it ended. */
export type StreamState = 'open' | 'ended' | 'failed';

/**
 * Creates the translator of one stream. Create one per reply.
 * @throws TypeError if an option is missing or not usable, or if two contradict each other
 */
export function createStreamTranslator(options: ReplyTranslationOptions): StreamTranslator {
  checkReplyOptions(options);
  return new Translator(options);
}

class Translator implements StreamTranslator {
  state: StreamState = 'open';
  error: GatewayError | undefined;
  usage: Usage | undefined;
  readonly #options: ReplyTranslationOptions;
  readonly #decoder: BodyDecoder;
  #encoder: StreamEncoder | undefined;
  #transform: ByteTransform | undefined;

  constructor(options: ReplyTranslationOptions) {
    this.#options = options;
    this.#decoder = new BodyDecoder(codecOf(options.from), sourceOf(options));
  }

  get notes(): readonly Note[] {
    const notes = [...this.#decoder.notes, ...(this.#encoder?.notes ?? [])];
    return redactNotes(notes, this.#options.redact);
  }

  get fidelity(): Fidelity {
    return fidelityOf(this.notes);
  }

  get readable(): ByteTransform['readable'] {
    return (this.#transform ??= createByteTransform(this)).readable;
  }

  get writable(): ByteTransform['writable'] {
    return (this.#transform ??= createByteTransform(this)).writable;
  }

  push(chunk: string | Uint8Array): string {
    return this.#guard(() => this.#encode(this.#decoder.push(chunk)));
  }

  release(): string {
    return this.#guard(() => writeFrames(this.#encoder?.release?.() ?? []));
  }

  end(): string {
    return this.#guard(() => this.#encode(this.#decoder.end()));
  }

  fail(reason?: unknown): string {
    if (this.state !== 'open') return '';
    this.state = 'failed';
    this.error = reason instanceof GatewayError ? reason : interrupted(reason);
    return writeFrames(this.#encoderFor(undefined).fail(this.error));
  }

  #encode(events: readonly CanonicalEvent[]): string {
    let text = '';
    for (const event of events) text += this.#encodeOne(event);
    return text;
  }

  #encodeOne(event: CanonicalEvent): string {
    if (this.state !== 'open') return '';
    if (event.type === 'failure') return this.fail(event.error);
    if (event.type === 'usage') this.usage = event.usage;
    const encoder = this.#encoderFor(event.type === 'reply-start' ? event.model : undefined);
    if (event.type !== 'reply-end') return writeFrames(encoder.push(event));
    this.state = 'ended';
    return writeFrames(encoder.end());
  }

  /** Created at the first event, which states the upstream's model name. */
  #encoderFor(upstreamModel: string | undefined): StreamEncoder {
    return (this.#encoder ??= codecOf(this.#options.to).createStreamEncoder(
      targetOf(this.#options, upstreamModel),
    ));
  }

  #guard(translate: () => string): string {
    if (this.state !== 'open') return '';
    try {
      return translate();
    } catch (thrown) {
      return this.fail(GatewayError.from(thrown));
    }
  }
}
