/** The sink for hosts that provide none: streamed text becomes the body of a web `Response`. */
import type { ReplySink } from '../../ports.ts';

/** A sink that makes a web `Response`. */
export interface StreamSink extends ReplySink {
  /** Resolves when status and headers are sent. */
  readonly response: Promise<Response>;
}

/** How many texts a web stream keeps for a reader by default; it wants as many when it keeps none. */
const queueSize = 1;

/** Applies back-pressure: `write` returns a promise that resolves when the host reads again. */
export function createStreamSink(): StreamSink {
  const encoder = new TextEncoder();
  const closeListeners: (() => void)[] = [];
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let waiting: Promise<void> | undefined;
  let resume: (() => void) | undefined;
  let open = true;
  let respond: (response: Response) => void;
  const response = new Promise<Response>((resolve) => {
    respond = resolve;
  });

  const wake = (): void => {
    resume?.();
    waiting = resume = undefined;
  };
  const body = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started;
    },
    pull: wake,
    cancel() {
      open = false;
      wake();
      for (const listener of closeListeners) listener();
    },
  });

  return {
    response,
    open(status, headers) {
      respond(new Response(body, { status, headers }));
    },
    write(text) {
      if (!open || controller === undefined) return undefined;
      controller.enqueue(encoder.encode(text));
      if (controller.desiredSize === queueSize) return undefined;
      // Several texts wait for the same: a keep-alive may come while another text waits.
      waiting ??= new Promise((resolve) => {
        resume = resolve;
      });
      return waiting;
    },
    end() {
      if (!open) return;
      open = false;
      controller?.close();
    },
    onClose(listener) {
      closeListeners.push(listener);
    },
  };
}
