import type { GatewayError, Note } from '@parley/protocol';
import type { Lane } from './reply-stream.ts';

/** A lane whose text is changed on its way out. It gives whole frames, so no frame is seen in part. */
export class RewrittenLane implements Lane {
  readonly #lane: Lane;
  readonly #rewrite: (text: string) => string;

  constructor(lane: Lane, rewrite: (text: string) => string) {
    this.#lane = lane;
    this.#rewrite = rewrite;
  }

  get state(): Lane['state'] {
    return this.#lane.state;
  }

  get started(): boolean {
    return this.#lane.started;
  }

  get lastText(): string {
    return this.#rewrite(this.#lane.lastText);
  }

  get error(): GatewayError | undefined {
    return this.#lane.error;
  }

  get isTranslated(): boolean {
    return this.#lane.isTranslated;
  }

  get notes(): readonly Note[] {
    return this.#lane.notes;
  }

  push(chunk: Uint8Array): string {
    return this.#rewrite(this.#lane.push(chunk));
  }

  close(): string {
    return this.#rewrite(this.#lane.close());
  }

  fail(error: GatewayError): void {
    this.#lane.fail(error);
  }
}
