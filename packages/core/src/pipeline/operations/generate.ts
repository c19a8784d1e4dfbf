import { encodeCall } from '../upstream/encode-call.ts';
import { openAnswer } from '../upstream/open-answer.ts';
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
