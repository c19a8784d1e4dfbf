/** The sixth stage: calls the targets in order until one of them replies. */
import { GatewayError, readSpentLimit } from '@parley/protocol';
import type { PricedTarget } from '../billing/quota/reservation/reserve.ts';
import { createMeter } from '../billing/quota/metering/reply-meter.ts';
import type { GatewayContext } from '../context.ts';
import type { Target } from '../models/routing/snapshot.ts';
import type { Operation } from './operations/operation.ts';
import { advance, type Admitted, type Answer, type Answered } from './state.ts';
import type { Attempt } from './upstream/attempt-log.ts';
import { connect, type UpstreamConnection } from './upstream/connection.ts';
import { Failover } from './upstream/failover.ts';
import { keepToOneModel } from './upstream/one-model.ts';
import { createUpstreamReader } from './upstream/upstream-reader.ts';
import { refuseLoss, type SentRequest, type UpstreamRequest } from './upstream/upstream-request.ts';
import { isSuccess, readFailure } from './upstream/upstream-response.ts';

/**
 * Returns the first reply that begins without an error. After the first byte is sent, nothing is retried.
 * @throws GatewayError when no target replied
 */
export async function attempt(
  gateway: GatewayContext,
  admitted: Admitted,
  operation: Operation,
): Promise<Answered> {
  const local = operation.answerLocally?.(admitted);
  if (local !== undefined) return advance(admitted, { answer: local });
  const failover = new Failover(gateway, admitted);
  for (let priced = failover.first(); priced !== undefined;) {
    const leave = gateway.health.enter(priced.target.upstream.name);
    try {
      const answer = await tryTarget(gateway, admitted, { operation, priced });
      return advance(admitted, { answer });
    } catch (thrown) {
      const error = GatewayError.from(thrown);
      if (admitted.interruption.error !== undefined) throw admitted.interruption.error;
      const instead = operation.answerLocally?.(admitted, { target: priced.target, error });
      if (instead !== undefined) return advance(admitted, { answer: instead });
      priced = await failover.after({ priced, error });
    } finally {
      leave();
    }
  }
  throw failover.summarize();
}

interface Trial {
  readonly operation: Operation;
  readonly priced: PricedTarget;
}

async function tryTarget(
  gateway: GatewayContext,
  admitted: Admitted,
  trial: Trial,
): Promise<Answer> {
  const { request, admission, interruption } = admitted;
  if (interruption.error !== undefined) throw interruption.error;
  const begun = beginAttempt(gateway, admitted, trial);
  const { target, sent, attempt, connecting } = begun;
  let connection: UpstreamConnection | undefined;
  let answer: Answer | undefined;
  try {
    connection = await connecting;
    const { head } = connection;
    recordHead(gateway, admitted, { target, attempt, head });
    const reader = createUpstreamReader(sent.outbound, target, request.summary.model);
    if (!isSuccess(head.status)) throw await readFailure(gateway, connection, reader);
    const meter = createMeter(request, target.model, admission.budget);
    attempt.meter = meter;
    answer = await trial.operation.open(gateway, admitted, { sent, connection, reader, meter });
    gateway.health.recordSuccess(target.upstream.name);
    if (admission.targets.length > 1) coolDownSpent(gateway, target, head.headers);
    return answer;
  } catch (thrown) {
    failAttempt(gateway, admitted, { ...begun, thrown });
    throw thrown;
  } finally {
    if (answer?.kind !== 'stream') connection?.close();
  }
}

interface RunningAttempt {
  readonly target: Target;
  readonly sent: SentRequest;
  readonly attempt: Attempt;
  readonly connecting: Promise<UpstreamConnection>;
}

function beginAttempt(
  gateway: GatewayContext,
  admitted: Admitted,
  { operation, priced: { target, price } }: Trial,
): RunningAttempt {
  const { attempts, request, interruption } = admitted;
  const { upstream } = target;
  const { call, sent } = encode(gateway, admitted, { operation, target });
  const attempt = attempts.begin({
    upstream: upstream.name,
    model: target.model,
    outbound: sent.outbound,
    price,
    notes: sent.notes,
  });
  gateway.log.debug?.('An attempt begins.', {
    request_id: admitted.id,
    attempt: attempts.all.length,
    upstream: attempt.upstream,
    model: attempt.model,
    inbound: admitted.inbound.dialect,
    outbound: attempt.outbound,
  });
  // A model that does not stream sends nothing before its reply is finished, which may take minutes.
  const headEndsReply = request.generatesText && !request.summary.stream;
  const outgoing = { call, upstream, interruption, attempt, headEndsReply };
  request.forgetBody();
  return { target, sent, attempt, connecting: connect(gateway, outgoing) };
}

/** Encodes the request for one target, whose model is the only one that it may run. */
function encode(
  gateway: GatewayContext,
  admitted: Admitted,
  { operation, target }: { readonly operation: Operation; readonly target: Target },
): UpstreamRequest {
  const kept = keepToOneModel(admitted, target.upstream);
  if (kept === undefined) return operation.encode(gateway, admitted, target);
  refuseLoss(admitted.incoming.request, kept.notes);
  const { call, sent } = operation.encode(gateway, kept.admitted, target);
  return { call, sent: { ...sent, notes: [...kept.notes, ...sent.notes] } };
}

function failAttempt(
  gateway: GatewayContext,
  admitted: Admitted,
  { target, attempt, thrown }: RunningAttempt & { readonly thrown: unknown },
): void {
  const { error } = admitted.interruption;
  if (error?.code === 'canceled') chargeDeparture(admitted, target, attempt);
  else attempt.meter?.fail();
  attempt.error = error ?? GatewayError.from(thrown);
  attempt.endedTick ??= gateway.clock.monotonic();
}

/**
 * A client that disconnects pays for the work of the upstream; a failed upstream costs nothing. Before the
 * upstream answers, that is the prompt, once the upstream has all of it.
 */
function chargeDeparture(
  { request, route, admission }: Admitted,
  { model }: Target,
  attempt: Attempt,
): void {
  const isWorking = attempt.isSent === true && attempt.status === undefined;
  if (!isWorking || route.group.departed === 'free') return;
  attempt.meter = createMeter(request, model, admission.budget);
}

/** The upstream has sent the headers of its response. */
function recordHead(
  { log, cooldowns }: GatewayContext,
  { id, attempts }: Admitted,
  {
    target,
    attempt,
    head,
  }: Pick<RunningAttempt, 'target' | 'attempt'> & Pick<UpstreamConnection, 'head'>,
): void {
  const { status, reusedConnection } = head;
  log.debug?.('The upstream responds.', {
    request_id: id,
    attempt: attempts.all.length,
    upstream: target.upstream.name,
    status,
    reused_connection: reusedConnection,
  });
  if (status !== 429) cooldowns.end(target, attempt.startedTick);
}

/** Begins the cooldown of a target whose answer says that a limit allows no further call for now. */
function coolDownSpent(
  { cooldowns }: GatewayContext,
  target: Target,
  headers: Pick<Headers, 'get'>,
): void {
  const seconds = readSpentLimit(headers);
  if (seconds !== undefined) cooldowns.begin(target, seconds);
}
