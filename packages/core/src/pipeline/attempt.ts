import { fidelityOf, GatewayError } from '@parley/protocol';
import type { Answer } from './upstream/answer.ts';
import { connect } from './upstream/connection.ts';
import type { EncodedCall } from './upstream/upstream-request.ts';
import { readFailure } from './upstream/failure.ts';
import { isRefusedCredential, judge, summarize } from './upstream/judge.ts';
import { createUpstreamReader } from './upstream/upstream-reader.ts';
import type { GatewayContext } from '../context.ts';
import type { AttemptFacts, Exchange } from './state.ts';
import { createMeter } from '../billing/quota/create-meter.ts';
import type { PricedTarget } from '../billing/pricing/priced-target.ts';
import type { Target } from '../models/routing/snapshot.ts';
import type { Question } from './parse.ts';

/** One repetition at the same target, after this many milliseconds and up to as many again. */
const pauseMs = 100;

/**
 * Targets → an answer whose beginning is good: encode, send, judge, and again on the next target.
 * @throws GatewayError when no target gave an answer
 */
export async function attempt(
  gateway: GatewayContext,
  exchange: Exchange,
  { question, targets }: { readonly question: Question; readonly targets: readonly PricedTarget[] },
): Promise<Answer> {
  const errors: GatewayError[] = [];
  let repeated = false;
  for (let index = 0; index < targets.length;) {
    const priced = targets[index];
    if (priced === undefined) break;
    try {
      return await tryTarget(gateway, exchange, { question, priced });
    } catch (thrown) {
      const error = GatewayError.from(thrown);
      if (exchange.interruption.error !== undefined) throw exchange.interruption.error;
      const { target } = priced;
      const recovered = exchange.operation.recover?.(exchange, error, { question, target });
      if (recovered !== undefined) return recovered;
      errors.push(error);
      reportFailure(gateway, exchange, { priced, error });
      const verdict = judge(error, { other: index + 1 < targets.length, again: !repeated });
      if (verdict === 'give-up') throw summarize(errors);
      if (verdict === 'next-target') index += 1;
      else await pause();
      repeated = verdict === 'same-target';
    }
  }
  throw summarize(errors);
}

async function tryTarget(
  gateway: GatewayContext,
  exchange: Exchange,
  { question, priced }: { readonly question: Question; readonly priced: PricedTarget },
): Promise<Answer> {
  const { facts } = exchange;
  const { target, price } = priced;
  const encoded = exchange.operation.encode(gateway, exchange, { question, target });
  const tried: AttemptFacts = {
    upstream: target.upstream.name,
    model: target.model,
    outbound: encoded.outbound,
    price,
    startedTick: gateway.clock.monotonic(),
  };
  facts.attempts.push(tried);
  facts.notes = encoded.notes;
  try {
    return await callUpstream(gateway, exchange, { question, target, encoded, tried });
  } catch (thrown) {
    const { error } = exchange.interruption;
    // Whoever left pays for what the upstream did; a failure of the upstream costs the caller nothing.
    if (error?.code !== 'canceled') tried.meter?.fail();
    tried.error = error ?? GatewayError.from(thrown);
    tried.endedTick ??= gateway.clock.monotonic();
    throw thrown;
  }
}

interface Calling {
  readonly question: Question;
  readonly target: Target;
  readonly encoded: EncodedCall;
  /** Learns what becomes of the call. */
  readonly tried: AttemptFacts;
}

async function callUpstream(
  gateway: GatewayContext,
  exchange: Exchange,
  { question, target, encoded, tried }: Calling,
): Promise<Answer> {
  const { facts, operation } = exchange;
  const { call, outbound } = encoded;
  const { upstream } = target;
  const connection = await connect(gateway, exchange, { call, upstream, attempt: tried });
  const reader = createUpstreamReader(outbound, target, question.facts.model);
  let answer: Answer | undefined;
  try {
    if (connection.answer.status !== 200) throw await readFailure(gateway, connection, reader);
    const meter = createMeter(exchange, question, target);
    tried.meter = meter;
    const reception = { question, encoded, connection, reader, meter };
    answer = await operation.open(gateway, exchange, reception);
    gateway.health.recordSuccess(upstream.name);
    facts.fidelity = fidelityOf(facts.notes);
    return answer;
  } finally {
    if (answer?.kind !== 'stream') connection.close();
  }
}

function reportFailure(
  gateway: GatewayContext,
  exchange: Exchange,
  { priced, error }: { readonly priced: PricedTarget; readonly error: GatewayError },
): void {
  const { target } = priced;
  const upstream = target.upstream.name;
  const refused = isRefusedCredential(error);
  gateway.health.recordFailure(upstream, error);
  gateway.log(
    refused ? 'error' : 'warn',
    refused ? 'The upstream refuses our credential.' : 'An attempt failed.',
    {
      request_id: exchange.id,
      upstream,
      model: target.model,
      code: error.code,
      reason: error.reason,
      status: error.upstreamStatus,
      cause: error.cause,
    },
  );
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    const [chance = 0] = crypto.getRandomValues(new Uint8Array(1));
    setTimeout(resolve, pauseMs * (1 + chance / 256));
  });
}
