/** Health of upstreams: lists their circuit breakers, tests an upstream and closes its circuit breaker. */
import * as z from 'zod';
import {
  describeToOperator,
  type Snapshot,
  testUpstream,
  type Upstream,
  type UpstreamFailure,
  upstreamStates,
  type UpstreamTransport,
} from '@parley/core/extension';
import { audit } from '../audit/audit-log.ts';
import { notFound } from '../shared/errors.ts';
import type { ConfigurationOperator } from '../shared/operator.ts';
import { formatTime, formatTimeOrNull } from '../shared/times.ts';

const failureView = z.strictObject({
  at: z.string(),
  code: z.string(),
  reason: z.string().nullable(),
  message: z.string().describe('At most 500 characters, without secrets.'),
  status: z.int().nullable().describe('The HTTP status of the upstream; null without a response.'),
});

/** The health of an upstream as the API writes it: the state of its circuit breaker, and its last failure. */
export const healthView = z
  .strictObject({
    object: z.literal('upstream.health'),
    upstream: z.string(),
    provider: z.string(),
    state: z
      .enum(upstreamStates)
      .describe(
        'resting: the circuit breaker is open, so it is called only as a last resort; untried: not called yet.',
      ),
    failures: z.int().describe('Number of consecutive failures.'),
    resting_until: z.string().nullable(),
    last_success_at: z.string().nullable(),
    last_failure: failureView.nullable(),
    models: z.int().nullable().describe('Number of its models; null when unknown.'),
    credential: z.enum(['set', 'none']),
  })
  .meta({ id: 'UpstreamHealth' });

/** The health of an upstream in the format of the API. */
export type HealthView = z.infer<typeof healthView>;

/** The result of calling an upstream as the API writes it. */
export const upstreamTestView = z
  .strictObject({
    object: z.literal('upstream.test'),
    upstream: z.string(),
    ok: z.boolean().describe('Whether it returned its list of models.'),
    duration_ms: z.int(),
    status: z.int().nullable(),
    error_code: z.string().nullable(),
    message: z.string().nullable().describe('The error, without secrets.'),
    models: z.array(z.string()).nullable(),
  })
  .meta({ id: 'UpstreamTest' });

/** Lists the health of every upstream, as this process knows it. */
export function listHealth(operator: ConfigurationOperator): readonly HealthView[] {
  const snapshot = operator.configuration.snapshot();
  const counts = countModels(snapshot);
  return [...snapshot.upstreams.values()].map((upstream) =>
    toHealthView(operator, upstream, counts.get(upstream.name)),
  );
}

/** Counts the call names `<upstream>/<model>`: each model of an upstream has one. */
function countModels({ routes }: Snapshot): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { callName, targets } of routes.values()) {
    const [target] = targets;
    const name = target?.upstream.name ?? '';
    if (callName !== `${name}/${target?.model ?? ''}`) continue;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function toHealthView(
  { health }: ConfigurationOperator,
  { name, provider, credential, discoversModels }: Upstream,
  models: number | undefined,
): HealthView {
  const { state, failures, openUntil, lastSuccessAt, lastFailure } = health.read(name);
  return {
    object: 'upstream.health',
    upstream: name,
    provider: provider.id,
    state,
    failures,
    resting_until: formatTimeOrNull(openUntil),
    last_success_at: formatTimeOrNull(lastSuccessAt),
    last_failure: lastFailure === undefined ? null : toFailureView(lastFailure),
    models: models ?? (discoversModels ? null : 0),
    credential: credential === undefined ? 'none' : 'set',
  };
}

function toFailureView(failure: UpstreamFailure): z.infer<typeof failureView> {
  const { at, code, reason, message, status } = failure;
  return { at: formatTime(at), code, reason: reason ?? null, message, status: status ?? null };
}

/** Maximum length of an error message of an upstream, in characters. */
const maxMessageLength = 500;

/**
 * Requests the list of models of an upstream. This process routes to the returned models from then on,
 * unless the configuration lists the models of the upstream.
 * @throws GatewayError `not-found`
 */
export async function runUpstreamTest(
  operator: ConfigurationOperator,
  name: string,
  transport: UpstreamTransport,
): Promise<z.infer<typeof upstreamTestView>> {
  const { configuration, clock } = operator;
  const upstream = requireUpstream(configuration.snapshot(), name);
  const { list, error, status, durationMs } = await testUpstream(upstream, { transport, clock });
  if (list !== undefined && upstream.discoversModels) {
    configuration.learn(new Map([[name, list.models]]));
  }
  const detail = { ok: list !== undefined };
  await audit(operator, { action: 'upstream.test', subjectId: name, detail });
  return {
    object: 'upstream.test',
    upstream: name,
    ok: list !== undefined,
    duration_ms: durationMs,
    status: status ?? null,
    error_code: error?.code ?? null,
    message: error === undefined ? null : describeToOperator(error).slice(0, maxMessageLength),
    models: list === undefined ? null : [...list.names],
  };
}

/**
 * Closes the circuit breaker of an upstream and ends the cooldowns of its models, so that the next call may try
 * it first again.
 * @throws GatewayError `not-found`
 */
export async function recoverUpstream(
  operator: ConfigurationOperator,
  name: string,
): Promise<HealthView> {
  const snapshot = operator.configuration.snapshot();
  const upstream = requireUpstream(snapshot, name);
  operator.health.recover(name);
  operator.cooldowns.clear(name);
  await audit(operator, { action: 'upstream.recover', subjectId: name });
  return toHealthView(operator, upstream, countModels(snapshot).get(name));
}

/** @throws GatewayError `not-found` */
function requireUpstream({ upstreams }: Snapshot, name: string): Upstream {
  const upstream = upstreams.get(name);
  if (upstream === undefined) throw notFound('upstream');
  return upstream;
}
