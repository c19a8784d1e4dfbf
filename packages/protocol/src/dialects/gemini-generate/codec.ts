import type { Codec } from '../../codec.ts';
import { generateTokenCounting } from './count-tokens.ts';
import { decodeError, encodeError } from './error.ts';
import { checkRequest, decodeRequest, encodeRequest, spliceRequest } from './request/request.ts';
import { decodeReply, encodeReply, readReply } from './reply/reply.ts';
import { createStreamDecoder } from './stream/decoder.ts';
import { createStreamEncoder } from './stream/encoder.ts';
import { createStreamTap } from './stream/observer.ts';

/**
 * Google's native format, of `POST /v1beta/models/{model}:generateContent` and
 * `:streamGenerateContent`, and the same below `/v1`.
 */
export const geminiGenerate: Codec = {
  dialect: 'gemini-generate',
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
  tokenCounting: generateTokenCounting,
  // Nothing: an older official client stops reading at a comment, and others take it for an answer.
  keepAlive: '',
};
