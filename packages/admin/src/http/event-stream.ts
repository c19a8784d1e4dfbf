/**
 * Responses of server-sent events, which end when the client leaves or may not read any more, the stream is too old or
 * the gateway closes.
 */
import type { Host } from '@parley/core/extension';
import type { StreamedEvent } from '../shared/endpoint.ts';
import type { AdminContext } from './context.ts';
import type { LiveStream } from './live-streams.ts';

/** Starts the events, which end when the signal aborts. */
export type EventSource = (signal: AbortSignal) => Promise<AsyncGenerator<StreamedEvent, void>>;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Keeps nginx from buffering the events.
  'x-accel-buffering': 'no',
};

export interface StreamReader {
  readonly request: Request;
  readonly host: Host;
  /** The key of the holder who reads; undefined for operators. */
  readonly keyId: string | undefined;
  /** Rejects when the credential of the request is not valid any more. */
  readonly authenticate: () => Promise<unknown>;
}

/**
 * Responds with events. Waits for the first event before responding, so that earlier errors get an error
 * status.
 * @throws what the source throws until then, or GatewayError `overloaded`
 */
export async function respondWithEvents(
  gateway: AdminContext,
  { request, host, keyId, authenticate }: StreamReader,
  start: EventSource,
): Promise<Response> {
  const stream = gateway.liveStreams.open(keyId);
  try {
    const events = whileAllowed(await start(stream.signal), authenticate);
    const first = await events.next();
    // Nobody reads the body of a response to HEAD, so nobody would end it.
    if (request.method === 'HEAD' || host.departure?.aborted === true) stream.end();
    host.departure?.addEventListener('abort', () => stream.end(), { once: true });
    const text = first.done === true ? '' : writeEvent(first.value);
    return new Response(createBody(gateway, stream, { text, events }), { headers });
  } catch (thrown) {
    stream.end();
    throw thrown;
  }
}

/** A credential may be revoked because somebody else has it, so it is checked again before each event. */
async function* whileAllowed(
  events: AsyncGenerator<StreamedEvent, void>,
  authenticate: StreamReader['authenticate'],
): AsyncGenerator<StreamedEvent, void> {
  for await (const event of events) {
    const isAllowed = await authenticate().then(
      () => true,
      () => false,
    );
    if (!isAllowed) return;
    yield event;
  }
}

interface Source {
  /** The first event, serialized. */
  readonly text: string;
  readonly events: AsyncGenerator<StreamedEvent, void>;
}

/** Reads an event only when the client is ready for it: nothing is buffered. */
function createBody(
  { log }: AdminContext,
  stream: LiveStream,
  { text, events }: Source,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let unsent = text;
  let isCanceled = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const close = () => {
          if (!isCanceled) controller.close();
        };
        if (stream.signal.aborted) close();
        else stream.signal.addEventListener('abort', close, { once: true });
      },
      async pull(controller) {
        try {
          const next = unsent === '' ? await nextText(events) : unsent;
          unsent = '';
          if (next === undefined) stream.end();
          else if (!stream.signal.aborted) controller.enqueue(encoder.encode(next));
        } catch (cause) {
          log('warn', 'A live stream failed.', { cause });
          stream.end();
        }
      },
      cancel() {
        isCanceled = true;
        stream.end();
      },
    },
    { highWaterMark: 0 },
  );
}

async function nextText(events: Source['events']): Promise<string | undefined> {
  const step = await events.next();
  return step.done === true ? undefined : writeEvent(step.value);
}

function writeEvent({ event, ...data }: StreamedEvent): string {
  if (event === 'silence') return ':\n\n';
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
