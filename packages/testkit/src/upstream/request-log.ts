/** Records the requests of the scripted upstream and lets tests wait for them. */
import type { Waiting } from '../waiting.ts';
import type { WireRequest } from '../wire/request-reader.ts';
import { recordRequest } from './scripted-request.ts';
import type { RequestRecord, ScriptedRequest } from './scripted-request.ts';

/** All recorded requests, and functions that wait for them. */
export interface RequestLog {
  readonly requests: readonly ScriptedRequest[];
  record(wire: WireRequest, connection: number): RequestRecord;
  /** The next request that this function has not returned yet. */
  next(): Promise<ScriptedRequest>;
  whenClientLeft(index: number): Promise<number>;
  whenEnded(index: number): Promise<number>;
  clear(): void;
}

export function createRequestLog(waiting: Waiting): RequestLog {
  const requests: RequestRecord[] = [];
  let taken = 0;

  function record(wire: WireRequest, connection: number): RequestRecord {
    const request = recordRequest(wire, { index: requests.length, connection });
    requests.push(request);
    waiting.notify();
    return request;
  }

  async function next(): Promise<ScriptedRequest> {
    const index = taken++;
    return waiting.until(`request ${index}`, () => requests[index]);
  }

  function readDeparture(index: number): number | undefined {
    const request = requests[index];
    if (request?.endedAt !== undefined) {
      throw new Error(`Request ${index} was answered before its client left.`);
    }
    return request?.closedByClientAt;
  }

  return {
    requests,
    record,
    next,
    whenClientLeft: (index) =>
      waiting.until(`the client of request ${index} to leave`, () => readDeparture(index)),
    whenEnded: (index) =>
      waiting.until(`the answer to request ${index} to end`, () => requests[index]?.endedAt),
    clear() {
      requests.length = 0;
      taken = 0;
    },
  };
}
