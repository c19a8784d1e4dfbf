/**
 * Creates and reads the request that lists the models of an upstream; used by discovery and by tests of
 * upstreams.
 */
import { codecOf, omitUndefined, parseJson, type DialectId } from '@parley/protocol';
import type { UpstreamBody, UpstreamCall } from '../../ports.ts';
import { offeredDialects } from '../providers/addresses.ts';
import { dialectHeaders, modelsUrl } from '../providers/endpoint.ts';
import { configuredHeaders, type DiscoveredModel, type Upstream } from '../routing/upstream.ts';
import { readModelEntries } from './model-entries.ts';

/** The maximum size of a list, in bytes. */
export const mostListBytes = 1024 * 1024;

export interface ListCall {
  readonly dialect: DialectId;
  readonly call: Omit<UpstreamCall, 'signal'>;
}

/** Creates the request in the upstream's first dialect; `undefined` for an upstream without a base URL. */
export function createListCall(upstream: Upstream): ListCall | undefined {
  const [dialect] = offeredDialects(upstream);
  const baseUrl = dialect && upstream.baseUrls[dialect];
  if (dialect === undefined || baseUrl === undefined) return undefined;
  const call = omitUndefined({
    method: 'GET' as const,
    network: upstream.network,
    url: modelsUrl(dialect, baseUrl),
    headers: { ...dialectHeaders(dialect), ...configuredHeaders(upstream, dialect) },
  });
  return { dialect, call };
}

/** Parses the list of models; `undefined` when the text is not a list. */
export function readModelList(
  upstream: Upstream,
  text: string,
): readonly DiscoveredModel[] | undefined {
  return readModelEntries(parseJson(text), listedPrefix(upstream));
}

/** The prefix that the dialect's lists use, otherwise that of the provider's. */
function listedPrefix(upstream: Upstream): string | undefined {
  const [dialect] = offeredDialects(upstream);
  const prefix = dialect && codecOf(dialect).wire.modelList.prefix;
  return prefix ?? upstream.provider.listedPrefix;
}

/** Reads a body as text; `undefined` when it has more than `maxBytes` bytes. */
export async function readBounded(
  body: UpstreamBody,
  maxBytes: number,
): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (let chunk = await body.read(); chunk !== undefined; chunk = await body.read()) {
    length += chunk.byteLength;
    if (length > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Rejects when the signal is aborted, also when the transport ignores the signal. */
export function orAbort<Value>(discovery: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
    discovery.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}
