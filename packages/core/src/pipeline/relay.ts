/** The seventh stage: sends the response to the client. */
import { fidelityOf, GatewayError, type Note } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import type { ReplySink } from '../ports.ts';
import { addAttemptHeaders, addCostHeader, addStandingHeaders, answerHeaders } from './headers.ts';
import type { Finish } from './settle.ts';
import {
  openingNotes,
  type Answered,
  type Reached,
  type Received,
  type StreamAnswer,
  type WholeAnswer,
} from './state.ts';
import type { ReplyStream } from './streaming/reply-stream.ts';
import { contentTypes } from './streaming/stream-format.ts';
import { createStreamSink } from './streaming/stream-sink.ts';
import { sendWhole } from './whole-response.ts';

/**
 * Sends the response. The exchange is settled before the last byte is sent: before a whole body, or between
 * the last content of a stream and its end mark.
 */
export function relay(
  gateway: GatewayContext,
  answered: Answered,
  finish: Finish,
): Promise<Response | undefined> {
  const { id, answer } = answered;
  gateway.log.debug?.('The response begins.', { request_id: id, kind: answer.kind });
  if (answer.kind === 'whole') return relayWhole(gateway, { answered, answer }, finish);
  const streamed = { answered, answer };
  return respondStream(answered, (sink) => {
    sendStreamHead(gateway, answered, { sink, notes: headNotes(streamed) });
    const writing = relayStream(gateway, streamed, { sink, finish });
    return ensureEnd(gateway, answered, { sink, finish, writing });
  });
}

/**
 * Responds with a stream, on the sink of the host or else on one of its own.
 * @param write opens the sink at once, writes the stream and ends it; never rejects
 * @returns `undefined` when the sink of the host was used
 */
export async function respondStream(
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

interface StreamBeingWritten extends StreamEnds {
  readonly writing: Promise<void>;
}

/**
 * Settles the exchange and ends its response also when the stream cannot be written, which is a fault of the gateway:
 * its client would wait without end. Never rejects.
 */
export async function ensureEnd(
  gateway: GatewayContext,
  { id }: Received,
  { sink, finish, writing }: StreamBeingWritten,
): Promise<void> {
  try {
    await writing;
  } catch (thrown) {
    gateway.log('error', 'A stream could not be written.', { request_id: id, cause: thrown });
    await finish({ status: 200, error: GatewayError.from(thrown) });
    sink.end('failed');
  }
}

interface StreamHead {
  readonly sink: ReplySink;
  /** What the headers summarize. */
  readonly notes: readonly Note[];
}

/** Sends the status and the headers of a stream, which name the target once it is known which one answers. */
export function sendStreamHead(
  gateway: GatewayContext,
  reached: Reached,
  { sink, notes }: StreamHead,
): void {
  const headers = answerHeaders(reached, contentTypes[reached.format], notes);
  addStandingHeaders(headers, gateway, reached);
  if (reached.answer !== undefined) addAttemptHeaders(headers, reached);
  sink.open(200, headers);
}

interface AnsweredWhole {
  readonly answered: Answered;
  readonly answer: WholeAnswer;
}

async function relayWhole(
  gateway: GatewayContext,
  { answered, answer }: AnsweredWhole,
  finish: Finish,
): Promise<Response | undefined> {
  const firstByteTick = gateway.clock.monotonic();
  if (answer.keep !== undefined) await answer.keep(answer.text);
  const status = answer.status ?? 200;
  const { notes, bill, error } = await finish({ status, firstByteTick });
  if (error !== undefined) throw error;
  const headers = answerHeaders(answered, 'application/json', notes);
  addAttemptHeaders(headers, answered);
  addStandingHeaders(headers, gateway, answered);
  addCostHeader(headers, bill);
  Object.assign(headers, answer.headers);
  return sendWhole(answered.incoming.host, { status, headers, text: answer.text });
}

/** Where a stream is written, and what runs before its end. */
export interface StreamEnds {
  readonly sink: ReplySink;
  readonly finish: Finish;
}

/** An exchange whose answer is a stream. */
export interface AnsweredStream {
  readonly answered: Answered;
  readonly answer: StreamAnswer;
}

/** Writes a stream to a sink that is open. Never rejects. */
export async function relayStream(
  gateway: GatewayContext,
  { answered, answer }: AnsweredStream,
  { sink, finish }: StreamEnds,
): Promise<void> {
  const { inbound, interruption, admission, attempts } = answered;
  const { pump } = answer;
  const meter = attempts.last?.meter;
  await pump.run({
    sink,
    interruption,
    clock: gateway.clock,
    turns: gateway.turns,
    keepAlive: inbound.keepAlive,
    keepAliveMs: gateway.limits.keepAliveMs,
    extend: meter && (() => admission?.reservation?.extendReply(meter)),
    finishGraceMs: gateway.limits.finishGraceMs,
  });
  const { stream, firstWriteTick: firstByteTick } = pump;
  const error = interruption.error ?? stream.error;
  if (error === undefined) await answer.keep?.(stream.lastText);
  else failLastAttempt(answered, stream, error);
  const { notes, error: unrecorded } = await finish({ status: 200, error, firstByteTick });
  if (unrecorded !== undefined) stream.replaceEnd(unrecorded);
  if (interruption.error?.code === 'canceled') return;
  void sink.write(describeTranslation({ answered, answer }, notes) + stream.lastText);
  sink.end(stream.state === 'ended' ? 'completed' : 'failed');
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

/** Summarized in the headers of a stream whose notes are complete only at its end. */
export const notesFollow: Note = {
  path: 'stream',
  action: 'approximated',
  reason: 'What the translation changes is known at the end of the stream.',
};

/** The notes that the headers of a stream summarize. For a translation the result is never `exact`. */
function headNotes({ answered, answer }: AnsweredStream): readonly Note[] {
  const notes = openingNotes(answered);
  return answer.pump.stream.isTranslated ? [...notes, notesFollow] : notes;
}

/** Maximum number of paths in the comment, and its maximum length in characters. */
const mostPaths = 10;
const longestComment = 1_000;

/**
 * The comment before the end mark that summarizes the notes of a translated stream. Empty for dialects
 * whose clients do not skip comments; those have another keep-alive.
 */
function describeTranslation(
  { answered: { inbound, format }, answer }: AnsweredStream,
  notes: readonly Note[],
): string {
  const skipsComments = format === 'event-stream' && inbound.keepAlive.startsWith(':');
  if (!answer.pump.stream.isTranslated || !skipsComments) return '';
  const changed = notes.filter(({ action }) => action !== 'corrected');
  const changes = changed.slice(0, mostPaths).map(({ action, path }) => `${action} ${path}`);
  if (changed.length > mostPaths) changes.push(`and ${String(changed.length - mostPaths)} more`);
  const parts = [fidelityOf(changed), ...(changes.length > 0 ? [changes.join(', ')] : [])];
  // Field names are the client's own text, so they are limited to one short line.
  const line = parts
    .join('; ')
    .replace(/[\r\n]/g, ' ')
    .slice(0, longestComment);
  return `: parley-translation ${line}\n\n`;
}
