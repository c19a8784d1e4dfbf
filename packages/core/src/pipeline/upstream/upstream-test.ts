/** Tests an upstream by requesting its list of models; used by the admin package. */
import { GatewayError, parseJson } from '@parley/protocol';
import { unreachable } from './unreachable.ts';
import { createListReader, type ListReader } from './upstream-reader.ts';
import type { Clock, UpstreamResponse, UpstreamTransport } from '../../ports.ts';
import type { DiscoveredModel, Upstream } from '../../models/routing/upstream.ts';
import {
  createListCall,
  mostListBytes,
  orAbort,
  readBounded,
  readModelList,
} from '../../models/catalogue/list-call.ts';

/** The result of a request for the list of models. */
export interface UpstreamTest {
  /** In whole milliseconds. */
  readonly durationMs: number;
  /** HTTP status of the upstream; absent when it did not respond. */
  readonly status?: number;
  /** Absent when the request failed. */
  readonly list?: ListedModels;
  /** Why it failed, without secrets of the upstream. */
  readonly error?: GatewayError;
}

/** An upstream's list of models. */
export interface ListedModels {
  readonly models: readonly DiscoveredModel[];
  /** Their names after redaction, because a list may repeat a credential like any other response. */
  readonly names: readonly string[];
}

/** How an upstream is tested. */
export interface UpstreamTestOptions {
  readonly transport: UpstreamTransport;
  readonly clock: Clock;
  /** Timeout in milliseconds; 10,000 by default. */
  readonly timeoutMs?: number;
}

/**
 * Requests the list of models of an upstream with its credential, which costs nothing. Any other response
 * is redacted. Never rejects.
 */
export async function testUpstream(
  upstream: Upstream,
  { transport, clock, timeoutMs = 10_000 }: UpstreamTestOptions,
): Promise<UpstreamTest> {
  const began = clock.monotonic();
  const signal = AbortSignal.timeout(timeoutMs);
  const found: { status?: number } = {};
  try {
    const note = (status: number): void => {
      found.status = status;
    };
    const asking = ask(upstream, upstream.transport ?? transport, { signal, note });
    const list = await orAbort(asking, signal);
    return { durationMs: since(clock, began), ...found, list };
  } catch (thrown) {
    return { durationMs: since(clock, began), ...found, error: toError(thrown, signal) };
  }
}

function since(clock: Clock, began: number): number {
  return Math.round(clock.monotonic() - began);
}

function toError(thrown: unknown, signal: AbortSignal): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  if (signal.aborted) {
    return new GatewayError('upstream-timeout', 'The upstream did not answer in time.');
  }
  return unreachable(thrown);
}

interface TestedUpstream {
  readonly signal: AbortSignal;
  /** Called with the status as soon as it is known. */
  readonly note: (status: number) => void;
}

async function ask(
  upstream: Upstream,
  transport: UpstreamTransport,
  { signal, note }: TestedUpstream,
): Promise<ListedModels> {
  const asked = createListCall(upstream);
  if (asked === undefined) {
    throw new GatewayError('upstream-unavailable', 'The upstream has no base URL.');
  }
  const response = await transport.send({ ...asked.call, signal });
  note(response.status);
  const reader = createListReader(asked.dialect, upstream);
  try {
    return await readList(upstream, response, reader);
  } finally {
    response.body.cancel();
  }
}

async function readList(
  upstream: Upstream,
  { status, headers, body }: UpstreamResponse,
  reader: ListReader,
): Promise<ListedModels> {
  const text = await readBounded(body, mostListBytes);
  if (text === undefined) {
    throw new GatewayError('upstream-unavailable', 'The upstream response is too large.', {
      upstreamStatus: status,
    });
  }
  if (status >= 400) throw reader.readError({ status, headers, body: parseJson(text) ?? text });
  const models = status === 200 ? readModelList(upstream, text) : undefined;
  if (models === undefined) {
    throw new GatewayError('upstream-unavailable', 'The response is not a list of models.', {
      reason: status >= 300 ? 'upstream_redirect' : 'upstream_bad_answer',
      upstreamStatus: status,
    });
  }
  return { models, names: models.map(({ name }) => reader.redact(name)) };
}
