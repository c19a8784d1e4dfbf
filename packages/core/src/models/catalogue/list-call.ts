/** The question which models an upstream has, and its answer. */
import { parseJson, type DialectId } from '@parley/protocol';
import type { UpstreamBody, UpstreamCall } from '../../ports.ts';
import { offeredDialects } from '../providers/addresses.ts';
import { authorizationHeaders, dialectHeaders, modelsUrl } from '../providers/endpoint.ts';
import type { DiscoveredModel, Upstream } from '../routing/upstream.ts';
import { readModelEntries } from './model-entries.ts';

/** Largest list that is read, in bytes, unless told. */
export const mostListBytes = 1024 * 1024;

export interface ListCall {
  readonly dialect: DialectId;
  readonly call: Omit<UpstreamCall, 'signal'>;
}

/** Nothing where an upstream has no address. */
export function createListCall(upstream: Upstream): ListCall | undefined {
  const [dialect] = offeredDialects(upstream);
  const baseUrl = dialect && upstream.baseUrls[dialect];
  if (dialect === undefined || baseUrl === undefined) return undefined;
  const call = {
    method: 'GET' as const,
    url: withPageSize(dialect, modelsUrl(dialect, baseUrl)),
    headers: {
      ...dialectHeaders(dialect),
      ...upstream.headers,
      ...authorizationHeaders(dialect, upstream.provider, upstream.credential),
    },
  };
  return { dialect, call };
}

/** Vendors that page their list give 20 or 50 models without this; the others ignore it. */
function withPageSize(dialect: DialectId, url: string): string {
  const size = dialect === 'gemini-generate' ? 'pageSize=1000' : 'limit=1000';
  return `${url}${url.includes('?') ? '&' : '?'}${size}`;
}

/** Nothing when the text is no list of models. */
export function readModelList(
  upstream: Upstream,
  text: string,
): readonly DiscoveredModel[] | undefined {
  return readModelEntries(parseJson(text), listedPrefix(upstream));
}

/** Google's own lists write it whoever the provider is. */
function listedPrefix(upstream: Upstream): string | undefined {
  const [dialect] = offeredDialects(upstream);
  return dialect === 'gemini-generate' ? 'models/' : upstream.provider.listedPrefix;
}

/** A body as text; nothing when it has more bytes. */
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

/** A transport that overlooks the signal must not hold us up. */
export function orAbort<Value>(asking: Promise<Value>, signal: AbortSignal): Promise<Value> {
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
