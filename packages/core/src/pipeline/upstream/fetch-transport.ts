/** The default transport: calls upstreams with a web `fetch`. */
import { UpstreamConnectionError } from '../../ports.ts';
import type {
  UpstreamResponse,
  UpstreamBody,
  UpstreamCall,
  UpstreamNetwork,
  UpstreamTransport,
} from '../../ports.ts';

/** The content codings that every `fetch` decodes. */
const decodedCodings = new Set(['identity', 'gzip', 'x-gzip', 'deflate', 'br']);

/** Turns the way to an upstream into options of a runtime's `fetch`. @throws UpstreamConnectionError */
export type NetworkOptions = (network: UpstreamNetwork) => RequestInit;

/** The standard has no options for it; calling the upstream directly would ignore what was configured. */
const noNetworkOptions: NetworkOptions = () => {
  const reason = 'this runtime cannot use its `proxy` and `ca`';
  throw new UpstreamConnectionError(true, undefined, reason);
};

/**
 * Creates a transport. A broken connection is not retried, because `fetch` does not show whether the socket
 * was used before. After an abort it throws the reason of the signal.
 */
export function createFetchTransport(
  fetch: typeof globalThis.fetch = globalThis.fetch,
  networkOptions: NetworkOptions = noNetworkOptions,
): UpstreamTransport {
  return {
    send(call) {
      const { network } = call;
      if (network === undefined) return send(fetch, call);
      return send(async (url, init) => fetch(url, { ...init, ...networkOptions(network) }), call);
    },
    close: () => Promise.resolve(),
  };
}

async function send(fetch: typeof globalThis.fetch, call: UpstreamCall): Promise<UpstreamResponse> {
  const response = await request(fetch, call);
  const headers = new Headers(response.headers);
  const coding = headers.get('content-encoding')?.trim().toLowerCase();
  if (coding && !decodedCodings.has(coding)) {
    response.body?.cancel().catch(() => undefined);
    throw new UpstreamConnectionError(false, new Error('The content coding is not supported.'));
  }
  if (coding) {
    // `fetch` has decoded the body, so these headers no longer describe it.
    headers.delete('content-encoding');
    headers.delete('content-length');
  }
  return { status: response.status, headers, body: readBody(response, call.signal) };
}

async function request(fetch: typeof globalThis.fetch, call: UpstreamCall): Promise<Response> {
  const { url, method, headers, body, signal } = call;
  try {
    signal.throwIfAborted();
    const response = fetch(url, { method, headers, body, signal, redirect: 'manual' });
    // `fetch` does not tell when the request has left.
    call.onSent?.();
    return await response;
  } catch (error) {
    throw failure(call.signal, true, error);
  }
}

function readBody(response: Response, signal: AbortSignal): UpstreamBody {
  const reader = response.body?.getReader();
  const cancel = (): void => {
    reader?.cancel().catch(() => undefined);
  };
  // Deno no longer listens to the signal when the response object has been collected as garbage,
  // however many bytes of its body are still to come (seen with 2.9.6).
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  return {
    async read() {
      try {
        const step = await reader?.read();
        signal.throwIfAborted();
        return step?.value;
      } catch (error) {
        throw failure(signal, false, error);
      }
    },
    cancel,
  };
}

function failure(signal: AbortSignal, beforeResponse: boolean, error: unknown): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof UpstreamConnectionError) return error;
  return new UpstreamConnectionError(beforeResponse, error);
}
