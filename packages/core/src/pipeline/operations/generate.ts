/** The operation that generates a model's reply to a conversation; all four dialects have it. */
import { createParsedRequest } from '../request/parsed-request.ts';
import { encodeRequest } from '../upstream/upstream-request.ts';
import { openReply } from './open-reply.ts';
import type { Operation } from './operation.ts';

export const generate: Operation = {
  isRecorded: true,
  parse: (_, { inbound, address }, body) =>
    createParsedRequest(body, (json) => inbound.readRequest(json, address), {
      generatesText: true,
    }),
  encode: encodeRequest,
  open: openReply,
};
