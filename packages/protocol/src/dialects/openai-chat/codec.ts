// The codec of Chat Completions, assembled from its parts; exported by `codecs` and by the dialect's entry.
import type { Codec } from '../../codec.ts';
import { openaiEmbeddings } from './embeddings.ts';
import { decodeError, encodeError } from './error.ts';
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

/** Chat completions, the format of `POST /v1/chat/completions`. */
export const openaiChat: Codec = {
  dialect: 'openai-chat',
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
  embeddings: openaiEmbeddings,
  wire,
};
