/** Runs the stages of one request in order; used by all model endpoints. */
import type { GatewayError } from '@parley/protocol';
import { LimitRefusal } from '../billing/quota/limits/refusal.ts';
import type { GatewayContext } from '../context.ts';
import type { WholeResponse } from '../ports.ts';
import { toGatewayError } from '../store/errors.ts';
import { admit } from './admit.ts';
import { attempt } from './attempt.ts';
import { authenticate } from './authenticate.ts';
import { isSlow, mayBeginEarly, relayEarly } from './streaming/early-response.ts';
import { encodeErrorResponse } from './response/error-response.ts';
import {
  addAttemptHeaders,
  addRefusalHeaders,
  addStandingHeaders,
} from './response/response-headers.ts';
import type { Operation } from './operations/operation.ts';
import { refuseOverload } from './capacity/overload.ts';
import { parse, readBodyBytes } from './parse.ts';
import { receive, type EndpointRequest } from './receive.ts';
import { relay } from './relay.ts';
import { errorForClient } from './response/repeating-clients.ts';
import { resolve } from './resolve.ts';
import { settle, type SettleOnce, type Settled } from './settle.ts';
import { advance, type Reached } from './state.ts';
import { sendWhole } from './response/whole-response.ts';

/**
 * From how many bytes on a body is not held up between its decoding and the call of its upstream. Each `await` lets the
 * exchanges of the same turn of the event loop go through one stage after the other, which keeps the code of a stage in
 * the caches of the processor. But all decoded bodies are then in memory at the same time.
 */
const longBytes = 16 * 1024;

/**
 * Runs one exchange. Never rejects: a failure before the first byte is a response in the client's
 * dialect, a later one ends the stream. Either way the exchange is settled once, with the last state that
 * it reached.
 * @returns `undefined` when the response was written to the sink of the host
 */
export async function runExchange(
  gateway: GatewayContext,
  called: EndpointRequest,
  operation: Operation,
): Promise<Response | undefined> {
  const received = receive(gateway, called);
  const { isRecorded } = operation;
  let settlement: Promise<Settled> | undefined;
  const settleOnce: SettleOnce = (ending) =>
    (settlement ??= settle(gateway, received, { ending, isRecorded }));
  try {
    refuseOverload(gateway);
    const authenticated = await authenticate(gateway, received);
    const local = operation.answerLocally?.(authenticated);
    if (local !== undefined) {
      return await relay(gateway, advance(authenticated, { answer: local }), settleOnce);
    }
    const bytes = await readBodyBytes(gateway, authenticated);
    const isLong = bytes.byteLength > longBytes;
    const parsing = parse(gateway, authenticated, { operation, bytes });
    const parsed = isLong && !(parsing instanceof Promise) ? parsing : await parsing;
    const admitting = admit(gateway, resolve(gateway, parsed), operation);
    const admitted = isLong && !(admitting instanceof Promise) ? admitting : await admitting;
    const answering = attempt(gateway, admitted, operation);
    if (mayBeginEarly(admitted) && (await isSlow(gateway, admitted, answering))) {
      return await relayEarly(gateway, admitted, { answering, settleOnce });
    }
    return await relay(gateway, await answering, settleOnce);
  } catch (thrown) {
    const error = toGatewayError(thrown);
    const response = describeFailure(gateway, received, error);
    await settleOnce({ status: response.status, error });
    return sendWhole(called.host, response);
  }
}

function describeFailure(
  gateway: GatewayContext,
  reached: Reached,
  error: GatewayError,
): WholeResponse {
  const clientError = errorForClient(error, reached.incoming.request);
  const response = encodeErrorResponse(reached.inbound, clientError, reached.id);
  const headers = { ...response.headers };
  if (reached.attempts.last !== undefined) addAttemptHeaders(headers, reached);
  const isRefusal = error instanceof LimitRefusal;
  if (isRefusal) addRefusalHeaders(headers, gateway, { reached, refused: error.refused });
  else addStandingHeaders(headers, gateway, reached);
  return { ...response, headers };
}
