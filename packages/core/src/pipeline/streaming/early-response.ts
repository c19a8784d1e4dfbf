/** Begins the response of a stream before its reply, so that the client of a slow model is not left in silence. */
import { GatewayError, NameMap } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { waitAtMost } from '../../wait-at-most.ts';
import { errorForClient } from '../response/repeating-clients.ts';
import type { SettleOnce } from '../settle.ts';
import { elapsedMs, type Admitted, type Answered } from '../state.ts';
import { createReplyTarget } from './reply-target.ts';
import { createFrameWriter } from './stream-format.ts';
import { respondStream, writeReply, type StreamOutput } from './stream-response.ts';
import { notesFollow } from './translation-comment.ts';

/**
 * Whether the response may begin before the reply: not for whole replies, counts of tokens and dialects without
 * keep-alive frames.
 */
export function mayBeginEarly({ request, inbound }: Admitted): boolean {
  return request.generatesText && request.summary.stream && inbound.wire.keepAlive !== '';
}

/**
 * Waits until there is an answer, or until the client of a stream has heard nothing for so long that a
 * keep-alive frame is due.
 */
export function isSlow(
  gateway: GatewayContext,
  admitted: Admitted,
  answering: Promise<Answered>,
): Promise<boolean> {
  const waitMs = gateway.limits.keepAliveMs - elapsedMs(gateway, admitted);
  const answered = answering.then(() => false);
  return waitAtMost(Math.max(0, waitMs), answered, true);
}

interface Awaited {
  readonly answering: Promise<Answered>;
  readonly settleOnce: SettleOnce;
}

/**
 * Sends the headers at once, keep-alive frames until there is an answer, and then the answer. From now on a
 * failure can only be an error event of the stream. The headers name no target, because another one may still
 * answer.
 */
export function relayEarly(
  gateway: GatewayContext,
  admitted: Admitted,
  { answering, settleOnce }: Awaited,
): Promise<Response | undefined> {
  gateway.log.debug?.('The response begins before the reply.', { request_id: admitted.id });
  return respondStream(gateway, admitted, {
    notes: [notesFollow],
    settleOnce,
    write: (sink) => writeLate(gateway, admitted, { sink, answering, settleOnce }),
  });
}

async function writeLate(
  gateway: GatewayContext,
  admitted: Admitted,
  { sink, answering, settleOnce }: Awaited & StreamOutput,
): Promise<void> {
  const { inbound } = admitted;
  const keepAlive = (): void => void sink.write(inbound.wire.keepAlive);
  keepAlive();
  const timer = setInterval(keepAlive, gateway.limits.keepAliveMs);
  try {
    const answered = await answering.finally(() => {
      clearInterval(timer);
    });
    const { answer } = answered;
    if (answer.kind === 'whole') {
      throw new GatewayError('internal', 'A whole answer cannot be streamed.');
    }
    await writeReply(gateway, { answered, answer }, { sink, settleOnce });
  } catch (thrown) {
    await failLate(gateway, admitted, { sink, settleOnce, error: GatewayError.from(thrown) });
  }
}

interface LateFailure extends StreamOutput {
  readonly error: GatewayError;
}

async function failLate(
  gateway: GatewayContext,
  admitted: Admitted,
  { sink, settleOnce, error }: LateFailure,
): Promise<void> {
  await settleOnce({ status: 200, error });
  if (error.code === 'canceled') return;
  const clientError = errorForClient(error, admitted.incoming.request);
  const target = createReplyTarget(gateway, admitted, new NameMap());
  const writer = createFrameWriter(admitted.format);
  const encoder = admitted.inbound.createStreamEncoder(target);
  void sink.write(writer.write(encoder.fail(clientError)) + writer.end());
  sink.end('failed');
}
