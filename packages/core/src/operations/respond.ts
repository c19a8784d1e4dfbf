import { isJsonObject, parseJson } from '@parley/protocol';
import { keepAnswer, resolveHistory } from '../responses/history.ts';
import { generate } from './generate.ts';
import type { Operation } from './operation.ts';

/** Generation whose answers may be kept and continued: what the Responses dialect adds. */
export const respond: Operation = {
  ...generate,
  async prepare(gateway, exchange, { text, scan }) {
    const body = parseJson(text);
    // What is no object is refused by the check that follows.
    if (!isJsonObject(body)) return undefined;
    const resolved = await resolveHistory(gateway, exchange, { text, body, scan });
    const request = resolved === undefined ? body : parseJson(resolved);
    if (body['store'] !== false && isJsonObject(request)) {
      exchange.facts.keep = (answer) => keepAnswer(gateway, exchange, { request, text: answer });
    }
    return resolved;
  },
};
