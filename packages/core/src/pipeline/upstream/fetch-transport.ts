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

/** Bodies up to this size, in bytes, are read at once. */
const shortBytes = 256 * 1024;

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
  const { status } = response;
  const coding = response.headers.get('content-encoding')?.trim().toLowerCase();
  if (coding && !decodedCodings.has(coding)) {
    response.body?.cancel().catch(() => undefined);
    throw new UpstreamConnectionError(false, new Error('The content coding is not supported.'));
  }
  const headers = coding ? describeDecoded(response.headers) : response.headers;
  const body = isShort(headers)
    ? readAtOnce(response, call.signal)
    : readBody(response, call.signal);
  return { status, headers, body };
}

/** `fetch` has decoded the body, so two of its headers no longer describe it. */
function describeDecoded(given: Headers): Headers {
  const headers = new Headers(given);
  headers.delete('content-encoding');
  headers.delete('content-length');
  return headers;
}

/** Whether a body is of JSON and of few bytes. Event streams are read as they arrive, whatever length they state. */
function isShort(headers: Headers): boolean {
  const length = headers.get('content-length');
  if (length === null || Number(length) > shortBytes) return false;
  return headers.get('content-type')?.startsWith('application/json') ?? false;
}

/**
 * Reads the whole body with the first `read`. A web stream has a buffer of its own for each read, on Deno of 64 KiB, which
 * costs more than a short body (decision 66).
 */
function readAtOnce(response: Response, signal: AbortSignal): UpstreamBody {
  let reading: Promise<ArrayBuffer> | undefined;
  return {
    async read() {
      const isFirst = reading === undefined;
      reading ??= response.arrayBuffer();
      try {
        const bytes = await reading;
        signal.throwIfAborted();
        return isFirst && bytes.byteLength > 0 ? new Uint8Array(bytes) : undefined;
      } catch (error) {
        throw failure(signal, false, error);
      }
    },
    cancel() {
      // A body that is being read ends with the signal.
      if (reading === undefined) response.body?.cancel().catch(() => undefined);
    },
  };
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
