import { GatewayError, isJsonObject, parseJson, type JsonObject } from '@parley/protocol';
import type { Answer } from '../upstream/answer.ts';
import { RewrittenLane } from '../streaming/rewritten-lane.ts';
import { keepAnswer, resolveHistory } from './response-history.ts';
import { generate } from './generate.ts';
import type { Operation } from './operation.ts';

/** Generation whose answers may be kept and continued: what the Responses dialect adds. */
export const respond: Operation = {
  ...generate,
  async prepare(gateway, exchange, { text, scan }) {
    const body = parseJson(text);
    // What is no object is refused by the check that follows.
    if (!isJsonObject(body)) return undefined;
    refuseBackground(body);
    const resolved = await resolveHistory(gateway, exchange, { text, body, scan });
    const request = resolved === undefined ? body : parseJson(resolved);
    if (body['store'] !== false && isJsonObject(request)) {
      exchange.facts.keep = (answer) => keepAnswer(gateway, exchange, { request, text: answer });
    }
    if (resolved !== undefined) exchange.facts.previousResponseId = body['previous_response_id'];
    return resolved;
  },
  async open(gateway, exchange, reception) {
    const answer = await generate.open(gateway, exchange, reception);
    const { previousResponseId: id } = exchange.facts;
    return typeof id === 'string' ? showPrevious(answer, id) : answer;
  },
};

/**
 * Parley keeps answers and does not make them later: an answer that is only queued could neither be
 * fetched from here nor be paid for.
 */
function refuseBackground(body: JsonObject): void {
  if (body['background'] !== true) return;
  throw new GatewayError('invalid-request', 'Answers are not made in the background here.', {
    reason: 'background_not_supported',
    param: 'background',
  });
}

/** Quotes within JSON strings are escaped, so only the field itself is found. */
const unsaid = /(?<!\\)"previous_response_id":\s*null/g;

/** No upstream saw the id that the caller continues, so the answer must be told it here. */
function showPrevious(answer: Answer, id: string): Answer {
  const field = `"previous_response_id":${JSON.stringify(id)}`;
  const rewrite = (text: string): string => text.replace(unsaid, () => field);
  if (answer.kind === 'whole') return { ...answer, text: rewrite(answer.text) };
  const lane = new RewrittenLane(answer.lane, rewrite);
  return { ...answer, lane, pending: rewrite(answer.pending) };
}
