// The codec of Anthropic Messages, assembled from its parts; exported by `codecs` and by the dialect's entry.
import { messagesTokenCounting } from './count-tokens.ts';
import type { Codec } from '../../codec.ts';
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
import { dialect } from './tables.ts';
import { wire } from './wire.ts';

/** Anthropic's `POST /v1/messages`, in the API versions 2023-06-01 and 2026-10-21. */
export const anthropicMessages: Codec = {
  tokenCounting: messagesTokenCounting,
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
