/** Writes responses to Bun's server; made by `start.ts` for each request. */
import type { WholeSink } from '@parley/core';

type HeaderRecord = Readonly<Record<string, string>>;

/** Seconds until the connection of a failed stream is closed; Bun's timer is some seconds late. */
const closingSeconds = 1;
/** Seconds until a client that reads nothing is disconnected. Bun's timer restarts with each piece that is sent. */
const stalledSeconds = 60;
/** Seconds that a connection is kept after a response; more than the 60 s of common load balancers. */
const idleSeconds = 65;

/**
 * A streamed response is a direct stream, to which text is written without a queue and without bytes of its own
 * (https://bun.com/docs/runtime/streams). Nothing here throws after the client has disconnected.
 */
export class ResponseSink implements WholeSink {
  /** Resolves when status and headers are known. */
  readonly response: Promise<Response>;
  readonly #departure: AbortSignal;
  readonly #limit: (seconds: number) => void;
  #resolve: (response: Response) => void = () => undefined;
  /** Text from before Bun asked for the body. */
  #early = '';
  #controller: BunStreamController | undefined;
  #isEnded = false;
  /** Whether a text waits for the client. */
  #isWaiting = false;
  /** Ends the body. */
  #finish: () => void = () => undefined;

  /**
   * @param departure aborts when the client disconnects
   * @param limit has the connection closed after seconds in which nothing is sent or received; 0 for never
   */
  constructor(departure: AbortSignal, limit: (seconds: number) => void) {
    this.#departure = departure;
    this.#limit = limit;
    this.response = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  open(status: number, headers: HeaderRecord): void {
    const body = createDirectStream({
      type: 'direct',
      pull: (controller) => this.#start(controller),
      cancel: () => {
        this.#finish();
      },
    });
    this.#resolve(new Response(body, { status, headers }));
  }

  write(text: string): Promise<void> | undefined {
    const controller = this.#controller;
    if (controller === undefined) {
      this.#early += text;
      return undefined;
    }
    const written = controller.write(text);
    controller.flush();
    if (typeof written === 'number') return undefined;
    // A promise when the client reads too slowly.
    this.#isWaiting = true;
    this.#limit(stalledSeconds);
    return written.then(() => {
      this.#isWaiting = false;
      if (!this.#isEnded) this.#limit(0);
    });
  }

  end(outcome: 'completed' | 'failed'): void {
    this.#isEnded = true;
    const isClosing = outcome === 'failed' && !this.#isWaiting;
    this.#limit(isClosing ? closingSeconds : idleSeconds);
    this.#controller?.end();
    this.#finish();
  }

  respond(status: number, headers: HeaderRecord, text: string): void {
    this.#isEnded = true;
    this.#limit(idleSeconds);
    this.#resolve(new Response(text, { status, headers }));
  }

  /** Responds with what core returns, unless the sink is used before that. */
  respondUnused(returned: Promise<Response>): void {
    void returned.then(this.#resolve);
  }

  onClose(listener: () => void): void {
    const notify = (): void => {
      if (!this.#isEnded) listener();
    };
    if (this.#departure.aborted) queueMicrotask(notify);
    else this.#departure.addEventListener('abort', notify, { once: true });
  }

  /** Bun ends the body when the promise resolves. */
  #start(controller: BunStreamController): Promise<void> | undefined {
    this.#controller = controller;
    void this.write(this.#early);
    this.#early = '';
    if (this.#isEnded) {
      controller.end();
      return undefined;
    }
    return new Promise((resolve) => {
      this.#finish = resolve;
    });
  }
}

/** The standard has no streams of this type. */
function createDirectStream(source: BunDirectSource): ReadableStream {
  return new ReadableStream(source as unknown as UnderlyingDefaultSource);
}
