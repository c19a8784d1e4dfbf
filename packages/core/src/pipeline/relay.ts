/** The seventh stage: sends the response to the client. */
import type { GatewayContext } from '../context.ts';
import {
  addAttemptHeaders,
  addCostHeader,
  addStandingHeaders,
  answerHeaders,
} from './response/response-headers.ts';
import type { SettleOnce } from './settle.ts';
import type { Answered, WholeAnswer } from './state.ts';
import { respondStream, writeReply } from './streaming/stream-response.ts';
import { notesAtHead } from './streaming/translation-comment.ts';
import { sendWhole } from './response/whole-response.ts';

/**
 * Sends the response. The exchange is settled before the last byte is sent: before a whole body, or between
 * the last content of a stream and its end mark.
 */
export function relay(
  gateway: GatewayContext,
  answered: Answered,
  settleOnce: SettleOnce,
): Promise<Response | undefined> {
  const { id, answer } = answered;
  gateway.log.debug?.('The response begins.', { request_id: id, kind: answer.kind });
  if (answer.kind === 'whole') return relayWhole(gateway, { answered, answer }, settleOnce);
  const streamed = { answered, answer };
  return respondStream(gateway, answered, {
    notes: notesAtHead(streamed),
    settleOnce,
    write: (sink) => writeReply(gateway, streamed, { sink, settleOnce }),
  });
}

interface AnsweredWhole {
  readonly answered: Answered;
  readonly answer: WholeAnswer;
}

async function relayWhole(
  gateway: GatewayContext,
  { answered, answer }: AnsweredWhole,
  settleOnce: SettleOnce,
): Promise<Response | undefined> {
  const firstByteTick = gateway.clock.monotonic();
  if (answer.keep !== undefined) await answer.keep(answer.text);
  const status = answer.status ?? 200;
  const { notes, bill, error } = await settleOnce({ status, firstByteTick });
  if (error !== undefined) throw error;
  const headers = answerHeaders(answered, 'application/json', notes);
  addAttemptHeaders(headers, answered);
  addStandingHeaders(headers, gateway, answered);
  addCostHeader(headers, bill);
  Object.assign(headers, answer.headers);
  return sendWhole(answered.incoming.host, { status, headers, text: answer.text });
}
