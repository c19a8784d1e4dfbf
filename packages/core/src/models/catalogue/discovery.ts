/** Lists the models of upstreams; used when the gateway starts and by the command line. */
import { UpstreamConnectionError, type Logger, type UpstreamTransport } from '../../ports.ts';
import type { DiscoveredModels, Snapshot, Upstream } from '../routing/snapshot.ts';
import type { DiscoveredModel } from '../routing/upstream.ts';
import { createListCall, mostListBytes, orAbort, readBounded, readModelList } from './list-call.ts';

/** How long a list of models is awaited. */
export interface DiscoveryOptions {
  /** The longest wait for the list, in milliseconds; 2,000 by default. */
  readonly timeoutMs?: number;
  /** Cancels the request. */
  readonly signal?: AbortSignal;
}

/** The models that an upstream lists. */
export interface Discovery {
  readonly models: readonly DiscoveredModel[];
  /** Why there are no models, as a sentence for the log. */
  readonly problem?: string;
}

/**
 * Lists the models of all upstreams without configured models, concurrently. Upstreams without a usable list
 * are omitted and logged.
 */
export async function discoverAll(
  { transport, log }: { readonly transport: UpstreamTransport; readonly log: Logger },
  { upstreams }: Snapshot,
): Promise<DiscoveredModels> {
  const asked = [...upstreams.values()].filter((upstream) => upstream.discoversModels);
  const discovered = new Map<string, readonly DiscoveredModel[]>();
  await Promise.all(
    asked.map(async (upstream) => {
      const { models, problem } = await discoverModels(upstream, transport);
      if (problem === undefined) discovered.set(upstream.name, models);
      else log('warn', problem, { upstream: upstream.name });
    }),
  );
  return discovered;
}

/**
 * Lists the models of an upstream. Never rejects: an upstream without a list can still be called.
 * @param transport for all upstreams except built-in providers
 */
export async function discoverModels(
  upstream: Upstream,
  transport: UpstreamTransport,
  options: DiscoveryOptions = {},
): Promise<Discovery> {
  const limit = AbortSignal.timeout(options.timeoutMs ?? 2_000);
  const signal = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]);
  try {
    const discovery = ask(upstream, upstream.transport ?? transport, signal);
    const models = readModelList(upstream, await orAbort(discovery, signal));
    if (models === undefined) return fail(upstream, 'the answer is no list of models');
    return { models };
  } catch (thrown) {
    return fail(upstream, describeFailure(thrown, signal));
  }
}

function fail({ name }: Upstream, reason: string): Discovery {
  return {
    models: [],
    problem: `The models of the upstream ${name} could not be listed: ${reason}.`,
  };
}

/** Describes the failure without any text of the upstream. */
function describeFailure(thrown: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it took too long';
  if (thrown instanceof ListError) return thrown.message;
  const reason = thrown instanceof UpstreamConnectionError ? thrown.reason : undefined;
  return reason ?? 'the connection failed';
}

/** An unusable list. The message may be logged. */
class ListError extends Error {}

async function ask(
  upstream: Upstream,
  transport: UpstreamTransport,
  signal: AbortSignal,
): Promise<string> {
  const asked = createListCall(upstream);
  if (asked === undefined) throw new ListError('it has no address');
  const { status, body } = await transport.send({ ...asked.call, signal });
  try {
    if (status !== 200) throw new ListError(`it answered with status ${String(status)}`);
    const text = await readBounded(body, mostListBytes);
    if (text === undefined) throw new ListError('the list is too long');
    return text;
  } finally {
    body.cancel();
  }
}
