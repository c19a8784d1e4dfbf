/** The seventh stage: sends the response to the client. */
import { fidelityOf, GatewayError, type Note } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import type { ReplySink } from '../ports.ts';
import { answerHeaders, costHeaders, standingHeaders } from './headers.ts';
import type { Finish } from './settle.ts';
import { openingNotes, type Answered, type StreamAnswer, type WholeAnswer } from './state.ts';
import { contentTypes } from './streaming/stream-format.ts';
import { createStreamSink } from './streaming/stream-sink.ts';

/**
 * Sends the response. The exchange is settled before the last byte is sent: before a whole body, or between
 * the last content of a stream and its end mark.
 */
export async function relay(
  gateway: GatewayContext,
  answered: Answered,
  finish: Finish,
): Promise<Response> {
  const { id, answer, incoming, interruption } = answered;
  gateway.log.debug?.('The response begins.', { request_id: id, kind: answer.kind });
  if (answer.kind === 'whole') return relayWhole(gateway, { ...answered, answer }, finish);
  const streamed = { ...answered, answer };
  const { sink: lent, waitUntil } = incoming.host;
  if (lent !== undefined) {
    await relayStream(gateway, streamed, { sink: lent, finish });
    return new Response(null);
  }
  const sink = createStreamSink();
  interruption.respond();
  sink.onClose(() => {
    interruption.interrupt(new GatewayError('canceled', 'The client disconnected.'));
  });
  const relayed = relayStream(gateway, streamed, { sink, finish });
  waitUntil?.(relayed);
  return sink.response;
}

async function relayWhole(
  gateway: GatewayContext,
  answered: Answered & { readonly answer: WholeAnswer },
  finish: Finish,
): Promise<Response> {
  const { answer } = answered;
  const firstByteTick = gateway.clock.monotonic();
  await answer.keep?.(answer.text);
  const status = answer.status ?? 200;
  const { notes, bill, error } = await finish({ status, firstByteTick });
  if (error !== undefined) throw error;
  const headers = {
    ...answerHeaders(answered, 'application/json', notes),
    ...standingHeaders(gateway, answered),
    ...costHeaders(bill),
    ...answer.headers,
  };
  return new Response(answer.text, { status, headers });
}

/** Where a stream is written, and what runs before its end. */
interface StreamEnds {
  readonly sink: ReplySink;
  readonly finish: Finish;
}

async function relayStream(
  gateway: GatewayContext,
  answered: Answered & { readonly answer: StreamAnswer },
  { sink, finish }: StreamEnds,
): Promise<void> {
  const { answer, inbound, interruption, format } = answered;
  const { pump } = answer;
  sink.open(200, {
    ...answerHeaders(answered, contentTypes[format], headNotes(answered)),
    ...standingHeaders(gateway, answered),
  });
  await pump.run({
    sink,
    interruption,
    clock: gateway.clock,
    keepAlive: inbound.keepAlive,
    keepAliveMs: gateway.limits.keepAliveMs,
  });
  const { stream, firstWriteTick: firstByteTick } = pump;
  const error = interruption.error ?? stream.error;
  if (error === undefined) await answer.keep?.(stream.lastText);
  else failAttempt(answered, error);
  const { notes, error: unrecorded } = await finish({ status: 200, error, firstByteTick });
  if (unrecorded !== undefined) stream.replaceEnd(unrecorded);
  if (interruption.error?.code === 'canceled') return;
  void sink.write(describeTranslation(answered, notes) + stream.lastText);
  sink.end();
}

function failAttempt({ attempts: { last } }: Answered, error: GatewayError): void {
  if (last !== undefined) last.error = error;
}

/** Summarized in the headers of a translated stream, whose notes are complete only at its end. */
const notesFollow: Note = {
  path: 'stream',
  action: 'approximated',
  reason: 'What the translation changes is known at the end of the stream.',
};

/** The notes that the headers of a stream summarize. For a translation the result is never `exact`. */
function headNotes(answered: Answered & { readonly answer: StreamAnswer }): readonly Note[] {
  const notes = openingNotes(answered);
  return answered.answer.pump.stream.isTranslated ? [...notes, notesFollow] : notes;
}

/** Maximum number of paths in the comment, and its maximum length in characters. */
const mostPaths = 10;
const longestComment = 1_000;

/**
 * The comment before the end mark that summarizes the notes of a translated stream. Empty for dialects
 * whose clients do not skip comments; those have another keep-alive.
 */
function describeTranslation(
  { answer, inbound, format }: Answered & { readonly answer: StreamAnswer },
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
