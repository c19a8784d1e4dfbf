/** Stores replies of the Responses dialect and inserts the history of a request that continues one. */
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
  omitUndefined,
} from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { parseBody, type RequestBody } from '../parsed-request.ts';
import type { StoredResponse } from '../../store/index.ts';
import { decryptResponse, encryptResponse } from './stored-response.ts';

/**
 * Inserts the history that a request refers to into its text: the conversation of `previous_response_id`,
 * and items of stored replies. Any upstream can then continue the conversation. References to items that are
 * not stored here stay unchanged.
 * @returns `undefined` when the request refers to nothing
 * @throws GatewayError `invalid-request` when the key has no such reply, or it has expired
 */
export async function resolveHistory(
  gateway: GatewayContext,
  keyId: string,
  { text, scan, json }: RequestBody,
): Promise<RequestBody | undefined> {
  const id = json['previous_response_id'];
  const references = referencedItems(json);
  if (typeof id !== 'string' && references.length === 0) return undefined;
  const history = typeof id === 'string' ? [await requirePrevious(gateway, keyId, id)] : [];
  const found = await findReferenced(gateway, keyId, references);
  const request = prependHistory(resolveReferences(json, found), history);
  const replaced = {
    input: writeJson(request['input']),
    previous_response_id: typeof id === 'string' ? 'null' : undefined,
  };
  const resolved = spliceFields(text, scan, omitUndefined(replaced));
  return parseBody(resolved);
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

async function findReferenced(
  gateway: GatewayContext,
  keyId: string,
  ids: readonly string[],
): Promise<readonly AnsweredRequest[]> {
  const found: AnsweredRequest[] = [];
  if (ids.length === 0) return found;
  const now = gateway.clock.now();
  for (const kept of await gateway.store.findResponsesByItem(keyId, ids)) {
    const plain = kept.expiresAt > now ? await decryptResponse(gateway, kept) : undefined;
    if (plain !== undefined) found.push(readAnswered(plain));
  }
  return found;
}

/** Finds a stored reply of this key that has not expired. */
export async function findAnswer(
  gateway: GatewayContext,
  keyId: string,
  id: string,
): Promise<StoredResponse | undefined> {
  const response = await gateway.store.findResponse(keyId, id);
  const isValid = response !== undefined && response.expiresAt > gateway.clock.now();
  return isValid ? decryptResponse(gateway, response) : undefined;
}

/** Parses a stored reply and its input. */
export function readAnswered({ input, body }: StoredResponse): AnsweredRequest {
  const items = parseJson(input);
  const response = parseJson(body);
  return {
    input: Array.isArray(items) ? items.filter(isJsonObject) : [],
    response: isJsonObject(response) ? response : {},
  };
}

/** A reply that is complete, or that its upstream generates in the background. */
export interface CompleteReply extends Pick<StoredResponse, 'keyId' | 'upstream' | 'pending'> {
  readonly requestId: string;
  readonly request: JsonObject;
  /** Its end in the client's dialect: a whole body, or the last event of a stream. */
  readonly text: string;
  /** True if its beginning is stored; it is then replaced, unless its client deleted it meanwhile. */
  readonly isStored?: boolean;
}

/** Stores a reply so that the client can fetch or continue it. A failure is logged; never rejects. */
export async function keepReply(gateway: GatewayContext, reply: CompleteReply): Promise<void> {
  try {
    await saveReply(gateway, reply);
  } catch (cause) {
    const isLarge = cause instanceof GatewayError && cause.code === 'too-large';
    const fields = { request_id: reply.requestId, response_id: readReply(reply.text)?.['id'] };
    if (isLarge) gateway.log('warn', 'A response is too large to be stored.', fields);
    else gateway.log('error', 'A response could not be stored.', { ...fields, cause });
  }
}

/**
 * Stores a reply, or one that has only begun; a text without a reply is ignored.
 * @throws GatewayError `too-large`; errors of the store
 */
export async function saveReply(
  gateway: GatewayContext,
  { keyId, request, text, isStored = false, ...background }: CompleteReply,
): Promise<void> {
  const { upstream, pending } = background;
  const response = readReply(text);
  const id = response?.['id'];
  if (response === undefined || typeof id !== 'string') return;
  const answered = createAnsweredRequest(request, response);
  const input = writeJson(answered.input);
  const body = writeJson(response);
  if (encryptedLength(gateway, input.length + body.length) > gateway.limits.keptResponseLength) {
    const message = 'The response is too large to be stored with its input.';
    throw new GatewayError('too-large', message, { reason: 'response_too_large' });
  }
  const createdAt = gateway.clock.now();
  const { keptResponseMs } = gateway.limits;
  const keptMs = pending === undefined ? keptResponseMs : Math.max(keptResponseMs, pendingMs);
  const plain = {
    ...{ id, keyId, createdAt, expiresAt: createdAt + keptMs, input, body },
    itemIds: itemIdsOf(response),
    ...omitUndefined({ upstream, pending }),
  };
  const encrypted = await encryptResponse(gateway.cipher, plain);
  if (isStored) await gateway.store.replaceResponse(encrypted);
  else await gateway.store.saveResponse(encrypted);
}

/** How long a response that has not ended is kept at least, in milliseconds: longer than it is waited for. */
const pendingMs = 48 * 60 * 60 * 1_000;

/** How long a text becomes by encryption, which writes every three bytes as four characters. */
function encryptedLength({ cipher }: GatewayContext, length: number): number {
  return cipher === undefined ? length : Math.ceil((length * 4) / 3);
}

function itemIdsOf(response: JsonObject): string[] {
  const ids = outputItems(response).map((item) => item['id']);
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

/** Reads a whole reply, or the reply in the last event of a stream. */
function readReply(text: string): JsonObject | undefined {
  const data = [...text.matchAll(/^data: ?(.*)$/gm)].at(-1)?.[1] ?? text;
  const value = parseJson(data);
  if (!isJsonObject(value)) return undefined;
  return isJsonObject(value['response']) ? value['response'] : value;
}
