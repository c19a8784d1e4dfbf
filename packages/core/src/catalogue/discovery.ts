import { type DialectId, type JsonValue, parseJson } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import type { UpstreamAnswer, UpstreamBody, UpstreamTransport } from '../ports.ts';
import { authorizationHeaders, dialectHeaders, modelsUrl } from '../providers/endpoint.ts';
import { offeredDialects } from '../providers/dialects.ts';
import type { DiscoveredModels, Snapshot, Upstream } from '../routing/snapshot.ts';
import type { DiscoveredModel } from './discovered-model.ts';
import { readModelEntries } from './model-entries.ts';

export interface DiscoveryOptions {
  /** Milliseconds until the list must be here; 2,000 if absent. */
  readonly timeoutMs?: number;
  /** Largest list in bytes; 1 MiB if absent. */
  readonly maxBytes?: number;
  /** Ends the question early. */
  readonly signal?: AbortSignal;
}

export interface Discovery {
  readonly models: readonly DiscoveredModel[];
  /** Why there are none, as a sentence for the log. */
  readonly problem?: string;
}

/**
 * Asks all upstreams at once, but those whose models are configured. The ones that do not answer are
 * left out, and the log says so.
 */
export async function discoverAll(
  { transport, log }: Pick<GatewayContext, 'transport' | 'log'>,
  { upstreams }: Snapshot,
  options: DiscoveryOptions = {},
): Promise<DiscoveredModels> {
  const asked = [...upstreams.values()].filter((upstream) => upstream.tellsModels);
  const discovered = new Map<string, readonly DiscoveredModel[]>();
  await Promise.all(
    asked.map(async (upstream) => {
      const { models, problem } = await discoverModels(upstream, transport, options);
      if (problem === undefined) discovered.set(upstream.name, models);
      else log('warn', problem, { upstream: upstream.name });
    }),
  );
  return discovered;
}

/**
 * Asks an upstream which models it has. It never throws: an upstream that does not say is used all
 * the same. The provider's own transport goes before the given one.
 */
export async function discoverModels(
  upstream: Upstream,
  transport: UpstreamTransport,
  options: DiscoveryOptions = {},
): Promise<Discovery> {
  const limit = AbortSignal.timeout(options.timeoutMs ?? 2_000);
  const signal = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]);
  try {
    const asking = ask(upstream, upstream.provider.transport ?? transport, { ...options, signal });
    const models = readModelEntries(await orAbort(asking, signal), listedPrefix(upstream));
    if (models === undefined) return fail(upstream, 'the answer is no list of models');
    return { models };
  } catch (thrown) {
    return fail(upstream, describeFailure(thrown, signal));
  }
}

/** Google's own lists write it whoever the provider is. */
function listedPrefix(upstream: Upstream): string | undefined {
  const [dialect] = offeredDialects(upstream);
  return dialect === 'gemini-generate' ? 'models/' : upstream.provider.listedPrefix;
}

function fail({ name }: Upstream, reason: string): Discovery {
  return { models: [], problem: `The upstream ${name} did not tell its models: ${reason}.` };
}

/** What went wrong, without anything the upstream wrote. */
function describeFailure(thrown: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it took too long';
  return thrown instanceof ListError ? thrown.message : 'the connection failed';
}

/** A list that came and cannot be used. Its message may be logged. */
class ListError extends Error {}

/** A transport that overlooks the signal must not hold us up. */
function orAbort<Value>(asking: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
    asking.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}

interface Question {
  readonly signal: AbortSignal;
  readonly maxBytes?: number;
}

async function ask(
  upstream: Upstream,
  transport: UpstreamTransport,
  { signal, maxBytes = 1024 * 1024 }: Question,
): Promise<JsonValue | undefined> {
  const [dialect] = offeredDialects(upstream);
  const baseUrl = dialect && upstream.baseUrls[dialect];
  if (dialect === undefined || baseUrl === undefined) throw new ListError('it has no address');
  const answer = await transport.send({
    method: 'GET',
    url: withPageSize(dialect, modelsUrl(dialect, baseUrl)),
    headers: {
      ...dialectHeaders(dialect),
      ...upstream.headers,
      ...authorizationHeaders(dialect, upstream.provider, upstream.credential),
    },
    signal,
  });
  return await readList(answer, maxBytes);
}

/** Vendors that page their list give 20 or 50 models without this; the others ignore it. */
function withPageSize(dialect: DialectId, url: string): string {
  const size = dialect === 'gemini-generate' ? 'pageSize=1000' : 'limit=1000';
  return `${url}${url.includes('?') ? '&' : '?'}${size}`;
}

async function readList(
  { status, body }: UpstreamAnswer,
  maxBytes: number,
): Promise<JsonValue | undefined> {
  try {
    if (status !== 200) throw new ListError(`it answered with status ${String(status)}`);
    return parseJson(await readText(body, maxBytes));
  } finally {
    body.cancel();
  }
}

async function readText(body: UpstreamBody, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (let chunk = await body.read(); chunk !== undefined; chunk = await body.read()) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new ListError('the list is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
