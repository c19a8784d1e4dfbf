/** Streamed responses: their head, the reply and its end; used by `relay` and where a response begins before its reply. */
import { GatewayError, type Note } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { ReplySink } from '../../ports.ts';
import {
  addAttemptHeaders,
  addStandingHeaders,
  answerHeaders,
} from '../response/response-headers.ts';
import type { SettleOnce } from '../settle.ts';
import type { Answered, AnsweredStream, Reached, Received } from '../state.ts';
import type { ReplyStream } from './reply-stream.ts';
import { contentTypes } from './stream-format.ts';
import type { Outlet } from './stream-pump.ts';
import { createStreamSink } from './stream-sink.ts';
import { writeTranslationComment } from './translation-comment.ts';

/**
 * Responds by a sink: that of the host, or else one that makes a web `Response`.
 * @param write opens the sink at once, writes the stream and ends it; never rejects
 * @returns `undefined` when the sink of the host was used
 */
export async function respondBySink(
  { incoming, interruption }: Received,
  write: (sink: ReplySink) => Promise<void>,
): Promise<Response | undefined> {
  const { sink: hostSink, waitUntil } = incoming.host;
  if (hostSink !== undefined) {
    await write(hostSink);
    return undefined;
  }
  const sink = createStreamSink();
  interruption.respond();
  sink.onClose(() => {
    interruption.interrupt(new GatewayError('canceled', 'The client disconnected.'));
  });
  const written = write(sink);
  waitUntil?.(written);
  return sink.response;
}

/** Where a stream is written, and how its exchange is settled before its end. */
export interface StreamOutput {
  readonly sink: ReplySink;
  readonly settleOnce: SettleOnce;
}

/** A stream to respond with. */
export interface SentStream extends Pick<StreamOutput, 'settleOnce'> {
  /** What the headers summarize. */
  readonly notes: readonly Note[];
  /** Writes the stream to the sink, whose head is sent, and ends it. */
  readonly write: (sink: ReplySink) => Promise<void>;
}

/**
 * Responds with the head of a stream, which names the target once it is known which one answers, and with what is
 * written after it.
 */
export function respondStream(
  gateway: GatewayContext,
  reached: Reached,
  { notes, settleOnce, write }: SentStream,
): Promise<Response | undefined> {
  return respondBySink(reached, (sink) => {
    const headers = answerHeaders(reached, contentTypes[reached.format], notes);
    addStandingHeaders(headers, gateway, reached);
    if (reached.answer !== undefined) addAttemptHeaders(headers, reached);
    sink.open(200, headers);
    return ensureEnd(gateway, reached, { sink, settleOnce, writing: write(sink) });
  });
}

/**
 * Settles the exchange and ends its response also when the stream cannot be written, which is a fault of the gateway:
 * its client would wait without end. Never rejects.
 */
async function ensureEnd(
  gateway: GatewayContext,
  { id }: Received,
  { sink, settleOnce, writing }: StreamOutput & { readonly writing: Promise<void> },
): Promise<void> {
  try {
    await writing;
  } catch (thrown) {
    gateway.log('error', 'A stream could not be written.', { request_id: id, cause: thrown });
    await settleOnce({ status: 200, error: GatewayError.from(thrown) });
    sink.end('failed');
  }
}

/** Writes a reply to a sink whose head is sent, and its end once the exchange is settled. */
export async function writeReply(
  gateway: GatewayContext,
  { answered, answer }: AnsweredStream,
  { sink, settleOnce }: StreamOutput,
): Promise<void> {
  const { interruption, admission, attempts } = answered;
  const { pump } = answer;
  const meter = attempts.last?.meter;
  const extend = meter && (() => admission?.reservation?.extendReply(meter));
  await pump.run(createOutlet(gateway, answered, { sink, extend }));
  const { stream, firstWriteTick: firstByteTick } = pump;
  const error = interruption.error ?? stream.error;
  if (error === undefined) await answer.keep?.(stream.lastText);
  else failLastAttempt(answered, stream, error);
  const { notes, error: unrecorded } = await settleOnce({ status: 200, error, firstByteTick });
  if (unrecorded !== undefined) stream.replaceEnd(unrecorded);
  if (interruption.error?.code === 'canceled') return;
  void sink.write(writeTranslationComment({ answered, answer }, notes) + stream.lastText);
  sink.end(stream.state === 'ended' ? 'completed' : 'failed');
}

/** The outlet of an exchange. */
export function createOutlet(
  { clock, turns, limits }: GatewayContext,
  { inbound, interruption }: Received,
  { sink, extend }: Pick<Outlet, 'sink' | 'extend'>,
): Outlet {
  const { keepAliveMs, finishGraceMs } = limits;
  const { keepAlive } = inbound.wire;
  return { sink, interruption, clock, turns, keepAliveMs, finishGraceMs, keepAlive, extend };
}

/** Without any content a failure costs nothing, as before the response; a client that left pays for its prompt. */
function failLastAttempt(
  { attempts: { last } }: Answered,
  { started }: ReplyStream,
  error: GatewayError,
): void {
  if (last === undefined) return;
  last.error = error;
  if (!started && error.code !== 'canceled') last.meter?.fail();
}
