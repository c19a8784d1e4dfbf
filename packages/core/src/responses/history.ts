import {
  GatewayError,
  isJsonObject,
  parseJson,
  spliceFields,
  type JsonObject,
  type JsonScan,
} from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import type { Exchange } from '../exchange.ts';
import type { StoredResponse } from '../store.ts';
import { toHistoryItems, toInputItems } from './input-items.ts';

/**
 * Replaces `previous_response_id` by the conversation it stands for, so that any upstream can
 * continue an answer, whoever gave it. Gives `undefined` when there is nothing to continue.
 * @throws GatewayError `invalid-request` when the key has no such answer, or no longer
 */
export async function resolveHistory(
  gateway: GatewayContext,
  exchange: Exchange,
  {
    text,
    body,
    scan,
  }: { readonly text: string; readonly body: JsonObject; readonly scan: JsonScan },
): Promise<string | undefined> {
  const id = body['previous_response_id'];
  if (typeof id !== 'string') return undefined;
  const previous = await findAnswer(gateway, exchange.facts.key?.id ?? '', id);
  if (previous === undefined) {
    throw new GatewayError('invalid-request', 'The previous response was not found.', {
      reason: 'previous_response_not_found',
      param: 'previous_response_id',
    });
  }
  const input = [
    ...toInputItems(parseJson(previous.input)),
    ...toHistoryItems(parseJson(previous.body)),
    ...toInputItems(body['input']),
  ];
  return spliceFields(text, scan, {
    input: JSON.stringify(input),
    previous_response_id: 'null',
  });
}

/** An answer of this key that has not expired. */
export async function findAnswer(
  gateway: GatewayContext,
  keyId: string,
  id: string,
): Promise<StoredResponse | undefined> {
  const response = await gateway.store.findResponse(keyId, id);
  return response !== undefined && response.expiresAt > gateway.clock.now() ? response : undefined;
}

/**
 * Keeps an answer so that its caller can fetch or continue it. What cannot be kept is logged and
 * does not take the answer away from its caller.
 * @param text the end of the answer as its caller gets it: a whole body, or the last event of a stream
 */
export async function keepAnswer(
  gateway: GatewayContext,
  exchange: Exchange,
  { request, text }: { readonly request: JsonObject; readonly text: string },
): Promise<void> {
  const body = readAnswer(text);
  const id = body?.['id'];
  if (typeof id !== 'string' || exchange.facts.key === undefined) return;
  const createdAt = gateway.clock.now();
  const input = JSON.stringify(toInputItems(request['input']));
  const kept = JSON.stringify(body);
  const fields = { request_id: exchange.id, response_id: id };
  if (input.length + kept.length > gateway.limits.keptResponseLength) {
    gateway.log('warn', 'An answer is too large to be kept.', fields);
    return;
  }
  const expiresAt = createdAt + gateway.limits.keptResponseMs;
  const keyId = exchange.facts.key.id;
  try {
    await gateway.store.saveResponse({ id, keyId, createdAt, expiresAt, input, body: kept });
  } catch (cause) {
    gateway.log('error', 'An answer could not be kept.', { ...fields, cause });
  }
}

/** A whole answer, or the answer that the last event of a stream holds. */
function readAnswer(text: string): JsonObject | undefined {
  const data = [...text.matchAll(/^data: ?(.*)$/gm)].at(-1)?.[1] ?? text;
  const value = parseJson(data);
  if (!isJsonObject(value)) return undefined;
  return isJsonObject(value['response']) ? value['response'] : value;
}
