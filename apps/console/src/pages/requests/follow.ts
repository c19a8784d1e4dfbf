/** Keeps a live list connected: reads the stream, loads missed exchanges, and reconnects after failures. */
import { visitorHeaders } from '../../api/client.ts';
import { withQuery } from '../../api/download.ts';
import { ApiError, readApiError } from '../../api/errors.ts';
import type { Exchange, ExchangeFilters } from '../../api/records.ts';
import { readEvents } from './live-events.ts';
import type { Tail } from './tail.ts';

interface Settings {
  /** The list on the visitor's surface, and its stream. */
  readonly path: string;
  readonly livePath: string;
  readonly filters: ExchangeFilters;
  readonly signal: AbortSignal;
}

const pageSize = 200;
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** The gateway sends a comment every 15 s: a connection that is silent for longer is dead. */
const silenceMs = 40_000;

/** Follows until the signal; never rejects. */
export async function follow(tail: Tail, settings: Settings): Promise<void> {
  const { signal } = settings;
  let pauseMs = firstPauseMs;
  for (;;) {
    const ending = await followOnce(tail, settings);
    if (signal.aborted) return;
    if (isFinal(ending.error)) {
      tail.fail(ending.error);
      return;
    }
    tail.setConnection('retrying');
    pauseMs = ending.wasLive ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
    // Jitter, so that browsers do not reconnect all at once after a restart.
    await pause(pauseMs * (0.5 + Math.random() / 2), signal);
  }
}

interface Ending {
  /** Whether the stream began, before it ended or failed. */
  readonly wasLive: boolean;
  readonly error?: unknown;
}

async function followOnce(
  tail: Tail,
  { path, livePath, filters, signal }: Settings,
): Promise<Ending> {
  const guard = new AbortController();
  const either = AbortSignal.any([signal, guard.signal]);
  let timer = setTimeout(() => guard.abort(), silenceMs);
  let wasLive = false;
  const onChunk = () => {
    clearTimeout(timer);
    timer = setTimeout(() => guard.abort(), silenceMs);
  };
  try {
    const response = await read(withQuery(livePath, { ...filters }), either);
    await readEvents(watch(response, onChunk), ({ name, data }) => {
      if (name === 'exchanges') {
        tail.push((data as { data: Exchange[] }).data);
      } else if (name === 'skipped') {
        tail.skip((data as { count: number }).count);
      } else if (name === 'ready') {
        wasLive = true;
        tail.setConnection('live');
        void fill(tail, { path, livePath, filters, signal: either }).catch(() => guard.abort());
      }
    });
    return { wasLive };
  } catch (error) {
    return { wasLive, error };
  } finally {
    clearTimeout(timer);
    guard.abort();
  }
}

/** Errors that a retry would not change. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  );
}

async function fill(tail: Tail, { path, filters, signal }: Settings): Promise<void> {
  const response = await read(withQuery(path, { ...filters, limit: String(pageSize) }), signal);
  const page = (await response.json()) as { data: Exchange[]; next: string | null };
  // A page that is not full was searched in more exchanges than an interruption lets pass.
  tail.fill(page.data, page.next === null || page.data.length < pageSize);
}

async function read(path: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(path, { headers: visitorHeaders(), signal });
  if (!response.ok) throw await readApiError(response);
  return response;
}

/** The same response; reports every chunk, comments included. */
function watch({ body, headers }: Response, onChunk: () => void): Response {
  const told = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      onChunk();
      controller.enqueue(chunk);
    },
  });
  return new Response(body?.pipeThrough(told) ?? null, { headers });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
