import { encodeCall } from '../upstream/upstream-request.ts';
import { openAnswer } from './open-reply.ts';
import type { Operation } from './operation.ts';

/** An answer to a conversation: what all four dialects are for. */
export const generate: Operation = {
  recorded: true,
  answersInWords: true,
  check: ({ inbound, address }, body) => inbound.checkRequest(body, address),
  answerHere: () => undefined,
  encode: encodeCall,
  open: openAnswer,
};
