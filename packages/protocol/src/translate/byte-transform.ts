// The two ends of a translator for `pipeThrough`: bytes in, bytes out.

/** What `pipeThrough` takes. */
export interface ByteTransform {
  /**
   * What the caller gets. It never errors: an upstream that breaks off becomes an error event. Leaving
   * it cancels the upstream.
   */
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Takes what the upstream sends, as fast as `readable` is read. */
  readonly writable: WritableStream<Uint8Array>;
}

/** What a pair is made of. */
export interface TextMachine {
  readonly state: 'open' | 'ended' | 'failed';
  push(chunk: Uint8Array): string;
  end(): string;
  fail(reason?: unknown): string;
}

/**
 * A `TransformStream` passes an error of its source on, and the caller would see a reset connection.
 * Here the error becomes the last text.
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
      // What comes behind the end of an answer is nobody's: whoever sends it is left.
      if (!isOpen()) {
        controller.error(new TypeError('The answer has ended.'));
        return;
      }
      const text = machine.push(chunk);
      if (isOpen()) {
        await output.write(text);
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

/** The readable end, which is written to no faster than it is read. */
class Output {
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  #resume: (() => void) | undefined;

  open(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): void {
    this.#controller = controller;
  }

  /** Somebody reads. */
  resume(): void {
    this.#resume?.();
    this.#resume = undefined;
  }

  /** Nobody will ever read. */
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
