/** Answers of server-sent events that go on until their reader leaves, their time is over or the gateway closes. */
import type { AdminContext } from '../context.ts';
import type { Host } from '@parley/core/extension';
import type { LiveStream } from './live-streams.ts';

/** One event with its data; `silence` becomes a comment, which keeps the connection alive. */
export interface StreamedEvent {
  readonly event: string;
}

/** Gives the events, one after the other, until the signal aborts. */
export type EventSource = (signal: AbortSignal) => Promise<AsyncGenerator<StreamedEvent, void>>;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // nginx would collect the events before it passes them on.
  'x-accel-buffering': 'no',
};

export interface StreamReader {
  readonly request: Request;
  readonly host: Host;
  /** Present when the holder of a key reads. */
  readonly keyId: string | undefined;
}

/**
 * The first event is awaited before the answer begins, so that what is wrong can still be said.
 * @throws what the source throws until then, and GatewayError `overloaded`
 */
export async function answerStream(
  gateway: AdminContext,
  { request, host, keyId }: StreamReader,
  start: EventSource,
): Promise<Response> {
  const stream = gateway.streams.open(keyId);
  try {
    const events = await start(stream.signal);
    const first = await events.next();
    // The body of the answer to HEAD is thrown away, so that nobody would ever end it.
    if (request.method === 'HEAD' || host.departure?.aborted === true) stream.end();
    host.departure?.addEventListener('abort', () => stream.end(), { once: true });
    const text = first.done === true ? '' : writeEvent(first.value);
    return new Response(createBody(gateway, stream, { text, events }), { headers });
  } catch (thrown) {
    stream.end();
    throw thrown;
  }
}

interface Source {
  /** What comes first. */
  readonly text: string;
  readonly events: AsyncGenerator<StreamedEvent, void>;
}

/** Nothing is read ahead: an event is asked for when its reader wants one. */
function createBody(
  { log }: AdminContext,
  stream: LiveStream,
  { text, events }: Source,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let waiting = text;
  let isLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const close = () => {
          if (!isLeft) controller.close();
        };
        if (stream.signal.aborted) close();
        else stream.signal.addEventListener('abort', close, { once: true });
      },
      async pull(controller) {
        try {
          const next = waiting === '' ? await nextText(events) : waiting;
          waiting = '';
          if (next === undefined) stream.end();
          else if (!stream.signal.aborted) controller.enqueue(encoder.encode(next));
        } catch (cause) {
          log('warn', 'A live stream was broken off.', { cause });
          stream.end();
        }
      },
      cancel() {
        isLeft = true;
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
