import { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import type { Exchange } from './state.ts';
import { respondError } from './error-response.ts';
import { attemptHeaders } from './headers.ts';
import { limitHeaders } from '../billing/quota/limit-headers.ts';
import { admit } from './admit.ts';
import { attempt } from './attempt.ts';
import { authenticate } from './authenticate.ts';
import { decode } from './parse.ts';
import { receive, type Arrival } from './receive.ts';
import { relay } from './relay.ts';
import { resolve } from './resolve.ts';
import { settle } from './settle.ts';

/** One request from top to bottom. Every failure before the first byte leaves in the caller's dialect. */
export async function runExchange(gateway: GatewayContext, arrival: Arrival): Promise<Response> {
  const exchange = receive(gateway, arrival);
  try {
    const caller = await authenticate(gateway, exchange);
    exchange.facts.key = caller.key;
    exchange.facts.account = caller.account;
    exchange.facts.authenticatedMs = elapsed(gateway, exchange);
    const known = exchange.operation.answerCaller?.(exchange, caller);
    if (known !== undefined) return await relay(gateway, exchange, known);
    const question = await decode(gateway, exchange);
    const { targets, ...found } = resolve(gateway, exchange, { caller, question });
    Object.assign(exchange.facts, found);
    const asked = { caller, question, group: found.group, targets };
    const admitted = await admit(gateway, exchange, asked);
    exchange.facts.admittedMs = elapsed(gateway, exchange);
    const answer =
      exchange.operation.answerHere(exchange, { question, targets }) ??
      (await attempt(gateway, exchange, { question, targets: admitted }));
    return await relay(gateway, exchange, answer);
  } catch (thrown) {
    return endInError(gateway, exchange, GatewayError.from(thrown));
  }
}

/** Milliseconds since the exchange began. */
function elapsed({ clock }: GatewayContext, { startedTick }: Exchange): number {
  return clock.monotonic() - startedTick;
}

async function endInError(
  gateway: GatewayContext,
  exchange: Exchange,
  error: GatewayError,
): Promise<Response> {
  const response = respondError(exchange.inbound, error, exchange.id);
  const headers = {
    ...(exchange.facts.attempts.length > 0 && attemptHeaders(exchange)),
    ...limitHeaders(exchange, gateway.clock.now()),
  };
  for (const [name, value] of Object.entries(headers)) {
    response.headers.set(name, value);
  }
  await settle(gateway, exchange, { status: response.status, error });
  return response;
}
