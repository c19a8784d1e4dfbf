/** What `recorder.ts` and `socket-relay.ts` record. */
import type { IncomingMessage } from 'node:http';

/** One request and its response, as the client saw them. */
export interface RecordedExchange {
  readonly method: string;
  readonly path: string;
  readonly question: string;
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly answer: string;
  /** Milliseconds of `performance.now()` when the request arrived. */
  readonly askedAt: number;
}
