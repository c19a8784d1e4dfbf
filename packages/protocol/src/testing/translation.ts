// Translates requests and replies between dialects, for tests.
import type { JsonObject } from '../json/value.ts';
import type { Translated } from '../canonical/note.ts';
import type { CanonicalReply } from '../canonical/reply.ts';
import type { CanonicalRequest } from '../canonical/request.ts';
import type { Codec, EncodedRequest, ReplyTarget, RequestTarget } from '../codec.ts';
import { sendJson } from './wire.ts';

/**
 * Reads a request as a gateway does. @throws GatewayError
 * @param stream what the path states in dialects whose bodies do not state it
 */
export function receiveRequest(
  codec: Codec,
  body: JsonObject,
  stream = false,
): Translated<CanonicalRequest> {
  const address = { model: 'call-name', stream };
  return codec.decodeRequest(body, address);
}

/** Translates a request to another dialect, with the notes of both steps. */
export function translateRequest(
  client: Codec,
  body: JsonObject,
  upstream: { readonly codec: Codec; readonly target: RequestTarget },
): Translated<EncodedRequest> {
  const request = receiveRequest(client, body);
  const { value, notes } = upstream.codec.encodeRequest(request.value, upstream.target);
  return {
    value: { ...value, body: sendJson(value.body) },
    notes: [...request.notes, ...notes],
  };
}

/** Encodes a whole reply as the client receives it. */
export function sendReply(
  client: Codec,
  reply: CanonicalReply,
  target: ReplyTarget,
): Translated<JsonObject> {
  const { value, notes } = client.encodeReply(reply, target);
  return { value: sendJson(value), notes };
}
