/** Runs the stages of one request in order; used by all model endpoints. */
import { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import { admit } from './admit.ts';
import { attempt } from './attempt.ts';
import { authenticate } from './authenticate.ts';
import { isSlow, relayEarly } from './early-response.ts';
import { encodeErrorResponse } from './error-response.ts';
import { attemptHeaders, standingHeaders } from './headers.ts';
import type { Operation } from './operations/operation.ts';
import { refuseOverload } from './overload.ts';
import { parse } from './parse.ts';
import { receive, type EndpointRequest } from './receive.ts';
import { relay } from './relay.ts';
import { resolve } from './resolve.ts';
import { settle, type Finish, type Settled } from './settle.ts';
import type { Admitted, Answered, Reached, Received } from './state.ts';
import { sendWhole, type WholeResponse } from './whole-response.ts';

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
  let reached: Reached = received;
  let settlement: Promise<Settled> | undefined;
  const finish: Finish = (ending) =>
    (settlement ??= settle(gateway, reached, { ...ending, isRecorded: operation.isRecorded }));
  const reach: Reach = (state) => {
    reached = state;
    return state;
  };
  try {
    const state = await runStages(gateway, received, { operation, reach });
    if ('answer' in state) return await relay(gateway, state, finish);
    const answering = attempt(gateway, state, operation).then(reach);
    if (await isSlow(gateway, state, answering)) {
      return await relayEarly(gateway, state, { answering, finish });
    }
    return await relay(gateway, await answering, finish);
  } catch (thrown) {
    const error = GatewayError.from(thrown);
    const response = describeFailure(gateway, reached, error);
    await finish({ status: response.status, error });
    return sendWhole(called.host, response);
  }
}

/** Remembers the state that an exchange has reached, and returns it. */
type Reach = <State extends Reached>(state: State) => State;

async function runStages(
  gateway: GatewayContext,
  received: Received,
  { operation, reach }: { readonly operation: Operation; readonly reach: Reach },
): Promise<Admitted | Answered> {
  refuseOverload(gateway);
  const authenticated = reach(await authenticate(gateway, received));
  const refusal = operation.answerLocally?.(authenticated);
  if (refusal !== undefined) return reach({ ...authenticated, answer: refusal });
  const parsed = reach(await parse(gateway, authenticated, operation));
  const resolved = reach(resolve(gateway, parsed));
  return reach(await admit(gateway, resolved, operation));
}

function describeFailure(
  gateway: GatewayContext,
  reached: Reached,
  error: GatewayError,
): WholeResponse {
  const response = encodeErrorResponse(reached.inbound, error, reached.id);
  const headers = {
    ...response.headers,
    ...(reached.attempts.last === undefined ? {} : attemptHeaders(reached)),
    ...standingHeaders(gateway, reached, error),
  };
  return { ...response, headers };
}
