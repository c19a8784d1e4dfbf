import type { Codec } from '../../codec.ts';
import { responsesTokenCounting } from './count-tokens.ts';
import { decodeError, encodeError } from './error.ts';
import { dialect } from './extras.ts';
import { checkRequest, decodeRequest, encodeRequest, spliceRequest } from './request.ts';
import { decodeReply, encodeReply, readReply } from './response.ts';
import { createStreamDecoder } from './stream-decoder.ts';
import { createStreamEncoder } from './stream-encoder.ts';
import { createStreamTap } from './stream-tap.ts';

/** Responses, the format of `POST /v1/responses`. */
export const openaiResponses: Codec = {
  tokenCounting: responsesTokenCounting,
  dialect,
  checkRequest,
  decodeRequest,
  encodeRequest,
  spliceRequest,
  decodeReply,
  encodeReply,
  readReply,
  createStreamDecoder,
  createStreamEncoder,
  createStreamTap,
  decodeError,
  encodeError,
  // A comment: clients would take a frame with data for an event.
  keepAlive: ': keepalive\n\n',
};
