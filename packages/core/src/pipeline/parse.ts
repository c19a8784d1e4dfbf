/** The third stage: reads the body and checks it against the dialect. */
import { spliceFields } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import { noRoom } from './capacity/body-budget.ts';
import { decodeText, readBytes } from './request/body.ts';
import type { Operation } from './operations/operation.ts';
import { parseBody, type RequestBody } from './request/parsed-request.ts';
import { advance, whenKnown, type Authenticated, type Parsed } from './state.ts';

/**
 * Reads the body.
 * @throws GatewayError as `readBytes` does; `overloaded` when this process holds too many bytes of bodies or shuts down
 */
export function readBodyBytes(
  gateway: GatewayContext,
  { running, incoming }: Authenticated,
): Promise<Uint8Array<ArrayBuffer>> {
  gateway.gate.checkOpen();
  const declared = Number(incoming.request.headers.get('content-length')) || 0;
  if (!gateway.bodies.hasRoom(declared)) throw noRoom();
  const count = (bytes: number): void => {
    gateway.bodies.take(running, bytes);
  };
  const { interruption } = running;
  return readBytes(gateway, incoming.request, { acceptsText: true, count, interruption });
}

/** The bytes of a body, and the operation that parses them. */
export interface UnparsedBody {
  readonly operation: Operation;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Returns a request that is valid in the client's dialect; at once unless the operation has to read something.
 * @throws GatewayError `invalid-request` or `unsupported`
 */
export function parse(
  gateway: GatewayContext,
  authenticated: Authenticated,
  { operation, bytes }: UnparsedBody,
): Parsed | Promise<Parsed> {
  const { callName } = authenticated;
  const body = parseBody(decodeText(bytes), withoutMark(bytes));
  const named = callName === undefined ? body : nameModel(body, callName);
  const parsed = operation.parse(gateway, authenticated, named);
  return whenKnown(parsed, (request) => advance(authenticated, { request }));
}

/** Writes the call name of the path into the body, as if the client had. */
function nameModel({ text, scan }: RequestBody, callName: string): RequestBody {
  return parseBody(spliceFields(text, scan, { model: JSON.stringify(callName) }));
}

const byteOrderMark = [0xef, 0xbb, 0xbf];

/** A decoder skips the mark, so the text has none. */
function withoutMark(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const isMarked = byteOrderMark.every((byte, at) => bytes[at] === byte);
  return isMarked ? bytes.subarray(byteOrderMark.length) : bytes;
}
