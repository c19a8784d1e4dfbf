// Builds the readable and writable ends of a stream translator for `pipeThrough`: bytes in, bytes out.

/** The pair of streams that `pipeThrough` takes. */
export interface ByteTransform {
  /**
   * The translated stream. It never errors: if the upstream breaks off, the last text is an error event.
   * Cancelling it cancels the upstream.
   */
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Takes the bytes of the upstream, with the backpressure of `readable`. */
  readonly writable: WritableStream<Uint8Array>;
}

/** The text functions that a pair of streams is built from. */
export interface TextMachine {
  readonly state: 'open' | 'ended' | 'failed';
  push(chunk: Uint8Array): string;
  release(): string;
  end(): string;
  fail(reason?: unknown): string;
}

/**
 * A `TransformStream` forwards an error of its source, and the client would see a reset connection. Here the
 * error becomes the last text.
 */
export function createByteTransform(machine: TextMachine): ByteTransform {
  const output = new Output();
  const isOpen = (): boolean => machine.state === 'open';
  let input: WritableStreamDefaultController | undefined;
  const readable = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => output.open(controller),
    pull: () => output.resume(),
    cancel(reason) {
      output.leave();
      input?.error(reason);
    },
  });
  const writable = new WritableStream<Uint8Array>({
    start(controller) {
      input = controller;
    },
    async write(chunk, controller) {
      // Data after the end of the reply is ignored, and the upstream is cancelled.
      if (!isOpen()) {
        controller.error(new TypeError('The answer has ended.'));
        return;
      }
      const text = machine.push(chunk);
      if (isOpen()) {
        await output.write(text + machine.release());
        return;
      }
      output.finish(text);
      if (machine.state === 'failed') controller.error(new TypeError('The answer has failed.'));
    },
    close: () => output.finish(machine.end()),
    abort: (reason) => output.finish(machine.fail(reason)),
  });
  return { readable, writable };
}

/** The readable end, with backpressure. */
class Output {
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  #resume: (() => void) | undefined;

  open(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): void {
    this.#controller = controller;
  }

  /** The consumer wants more. */
  resume(): void {
    this.#resume?.();
    this.#resume = undefined;
  }

  /** The consumer has cancelled. */
  leave(): void {
    this.#controller = undefined;
    this.resume();
  }

  /** Resolves when more is wanted. */
  async write(text: string): Promise<void> {
    if (text === '' || this.#controller === undefined) return;
    this.#controller.enqueue(this.#encoder.encode(text));
    if ((this.#controller.desiredSize ?? 0) > 0) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
  }

  /** Writes the last text. */
  finish(text: string): void {
    if (text !== '') this.#controller?.enqueue(this.#encoder.encode(text));
    this.#controller?.close();
    this.#controller = undefined;
  }
}
