import {
  createAnsweredRequest,
  GatewayError,
  isJsonObject,
  outputItems,
  parseJson,
  prependHistory,
  referencedItems,
  resolveReferences,
  spliceFields,
  writeJson,
  type AnsweredRequest,
  type JsonObject,
  type JsonScan,
} from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { Exchange } from '../state.ts';
import type { StoredResponse } from '../../store/index.ts';

interface ReceivedRequest {
  readonly text: string;
  readonly body: JsonObject;
  readonly scan: JsonScan;
}

/**
 * Puts what a request only refers to into its place: the conversation that `previous_response_id`
 * stands for, and items of kept answers. Any upstream can then go on, whoever gave the answer. A
 * reference to an item that is not kept here stays. Gives `undefined` when there is nothing to do.
 * @throws GatewayError `invalid-request` when the key has no such answer, or no longer
 */
export async function resolveHistory(
  gateway: GatewayContext,
  exchange: Exchange,
  { text, body, scan }: ReceivedRequest,
): Promise<string | undefined> {
  const keyId = exchange.facts.key?.id ?? '';
  const id = body['previous_response_id'];
  const references = referencedItems(body);
  if (typeof id !== 'string' && references.length === 0) return undefined;
  const history = typeof id === 'string' ? [await requirePrevious(gateway, keyId, id)] : [];
  const items = await findItems(gateway, keyId, references);
  const request = prependHistory(resolveReferences(body, items), history);
  return spliceFields(text, scan, {
    input: writeJson(request['input']),
    ...(typeof id === 'string' && { previous_response_id: 'null' }),
  });
}

async function requirePrevious(
  gateway: GatewayContext,
  keyId: string,
  id: string,
): Promise<AnsweredRequest> {
  const previous = await findAnswer(gateway, keyId, id);
  if (previous !== undefined) return readAnswered(previous);
  throw new GatewayError('invalid-request', 'The previous response was not found.', {
    reason: 'previous_response_not_found',
    param: 'previous_response_id',
  });
}

async function findItems(
  gateway: GatewayContext,
  keyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const items = new Map<string, JsonObject>();
  if (ids.length === 0) return items;
  const now = gateway.clock.now();
  for (const kept of await gateway.store.findResponsesByItem(keyId, ids)) {
    if (kept.expiresAt <= now) continue;
    for (const item of outputItems(readAnswered(kept).response)) {
      if (typeof item['id'] === 'string') items.set(item['id'], item);
    }
  }
  return items;
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

/** What a kept answer says. */
export function readAnswered({ input, body }: StoredResponse): AnsweredRequest {
  const items = parseJson(input);
  const response = parseJson(body);
  return {
    input: Array.isArray(items) ? items.filter(isJsonObject) : [],
    response: isJsonObject(response) ? response : {},
  };
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
  const response = readAnswer(text);
  const id = response?.['id'];
  if (response === undefined || typeof id !== 'string' || exchange.facts.key === undefined) return;
  const answered = createAnsweredRequest(request, response);
  const input = writeJson(answered.input);
  const body = writeJson(response);
  const fields = { request_id: exchange.id, response_id: id };
  if (input.length + body.length > gateway.limits.keptResponseLength) {
    gateway.log('warn', 'An answer is too large to be kept.', fields);
    return;
  }
  const createdAt = gateway.clock.now();
  try {
    await gateway.store.saveResponse({
      id,
      keyId: exchange.facts.key.id,
      createdAt,
      expiresAt: createdAt + gateway.limits.keptResponseMs,
      input,
      body,
      itemIds: itemIdsOf(response),
    });
  } catch (cause) {
    gateway.log('error', 'An answer could not be kept.', { ...fields, cause });
  }
}

function itemIdsOf(response: JsonObject): string[] {
  const ids = outputItems(response).map((item) => item['id']);
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

/** A whole answer, or the answer that the last event of a stream holds. */
function readAnswer(text: string): JsonObject | undefined {
  const data = [...text.matchAll(/^data: ?(.*)$/gm)].at(-1)?.[1] ?? text;
  const value = parseJson(data);
  if (!isJsonObject(value)) return undefined;
  return isJsonObject(value['response']) ? value['response'] : value;
}
