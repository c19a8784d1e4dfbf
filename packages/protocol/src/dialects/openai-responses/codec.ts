// The codec of Responses, assembled from its parts; exported by `codecs` and by the dialect's entry.
import type { Codec } from '../../codec.ts';
import { responsesTokenCounting } from './count-tokens.ts';
import { decodeError, encodeError } from './error.ts';
import { dialect } from './extras.ts';
import {
  decodeRequest,
  encodeRequest,
  readRequest,
  spliceRequest,
  upstreamFields,
} from './request/request.ts';
import { decodeReply, encodeReply, readReply } from './reply/reply.ts';
import { createStreamDecoder } from './stream/decoder.ts';
import { createStreamEncoder } from './stream/encoder.ts';
import { createStreamObserver } from './stream/observer.ts';
import { wire } from './wire.ts';

/** Responses, the format of `POST /v1/responses`. */
export const openaiResponses: Codec = {
  tokenCounting: responsesTokenCounting,
  dialect,
  readRequest,
  decodeRequest,
  encodeRequest,
  spliceRequest,
  upstreamFields,
  decodeReply,
  encodeReply,
  readReply,
  createStreamDecoder,
  createStreamEncoder,
  createStreamObserver,
  decodeError,
  encodeError,
  wire,
};
