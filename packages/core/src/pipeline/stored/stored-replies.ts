/** Stores replies of the Responses dialect and finds them again. */
import {
  createAnsweredRequest,
  GatewayError,
  isJsonObject,
  omitUndefined,
  outputItems,
  parseJson,
  writeJson,
  type AnsweredRequest,
  type JsonObject,
} from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { StoredResponse } from '../../store/index.ts';
import { trimResponses } from './trim-responses.ts';
import { decryptResponse, encryptedLength, encryptResponse } from './response-encryption.ts';

/** Conversations are stored in the same form as replies, under ids that begin with this. */
export const conversationPrefix = 'conv_';

/** Finds a stored reply of this key that has not expired. */
export async function findReply(
  gateway: GatewayContext,
  keyId: string,
  id: string,
): Promise<StoredResponse | undefined> {
  if (id.startsWith(conversationPrefix)) return undefined;
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
  const length = encryptedLength(gateway, input.length + body.length);
  if (length > gateway.limits.keptResponseLength) {
    const message = 'The response is too large to be stored with its input.';
    throw new GatewayError('too-large', message, { reason: 'response_too_large' });
  }
  const createdAt = gateway.clock.now();
  const { keptResponseMs } = gateway.limits;
  const keptMs = pending === undefined ? keptResponseMs : Math.max(keptResponseMs, pendingMs);
  const plain = {
    id,
    keyId,
    createdAt,
    expiresAt: createdAt + keptMs,
    input,
    body,
    itemIds: itemIdsOf(response),
    ...(pending === undefined ? { responseLength: length } : { pending }),
    ...omitUndefined({ upstream }),
  };
  const encrypted = await encryptResponse(gateway.cipher, plain);
  if (isStored) await gateway.store.replaceResponse(encrypted);
  else await gateway.store.saveResponse(encrypted);
  await trimResponses(gateway, plain);
}

/** How long a response that has not ended is kept at least, in milliseconds: longer than it is waited for. */
const pendingMs = 48 * 60 * 60 * 1_000;

/** The ids of the items of a reply, each once: by them, later requests refer to it. */
export function itemIdsOf(response: JsonObject): string[] {
  const ids = outputItems(response).map((item) => item['id']);
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

/** Reads a whole reply, or the reply in the last event of a stream. */
export function readReply(text: string): JsonObject | undefined {
  const data = [...text.matchAll(/^data: ?(.*)$/gm)].at(-1)?.[1] ?? text;
  const value = parseJson(data);
  if (!isJsonObject(value)) return undefined;
  return isJsonObject(value['response']) ? value['response'] : value;
}
