// The codec of Gemini generateContent, assembled from its parts; exported by `codecs` and by the dialect's
// entry.
import type { Codec } from '../../codec.ts';
import { generateTokenCounting } from './count-tokens.ts';
import { geminiEmbeddings } from './embeddings.ts';
import { decodeError, encodeError } from './error.ts';
import {
  decodeRequest,
  encodeRequest,
  readRequest,
  spliceRequest,
  upstreamFields,
  vendorFields,
} from './request/request.ts';
import { decodeReply, encodeReply, readReply } from './reply/reply.ts';
import { createStreamDecoder } from './stream/decoder.ts';
import { createStreamEncoder } from './stream/encoder.ts';
import { createStreamObserver } from './stream/observer.ts';
import { wire } from './wire.ts';

/**
 * Google's own format: `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent`, and the
 * same below `/v1`.
 */
export const geminiGenerate: Codec = {
  dialect: 'gemini-generate',
  readRequest,
  decodeRequest,
  encodeRequest,
  spliceRequest,
  upstreamFields,
  vendorFields,
  decodeReply,
  encodeReply,
  readReply,
  createStreamDecoder,
  createStreamEncoder,
  createStreamObserver,
  decodeError,
  encodeError,
  tokenCounting: generateTokenCounting,
  embeddings: geminiEmbeddings,
  wire,
};
