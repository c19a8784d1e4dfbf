/** The operation of OpenAI's older Text Completions, which editors use: a chat model answers the prompt. */
import {
  createTextCompletionStream,
  readTextCompletion,
  writeJson,
  writeTextCompletion,
} from '@parley/protocol';
import { parseBody } from '../request/parsed-request.ts';
import { generate } from './generate.ts';
import { openReply } from './open-reply.ts';
import type { Operation } from './operation.ts';

/** `POST /v1/completions`. Everything between reading and writing is an exchange of Chat Completions. */
export const completeText: Operation = {
  ...generate,
  async parse(gateway, authenticated, { json }) {
    const { chat, notes } = readTextCompletion(json);
    const request = await generate.parse(gateway, authenticated, parseBody(writeJson(chat)));
    return { ...request, json, notes };
  },
  open(gateway, admitted, response) {
    const { json = null, summary } = admitted.request;
    const { echo } = readTextCompletion(json);
    const rewrite = summary.stream
      ? createTextCompletionStream(echo)
      : (text: string) => writeTextCompletion(text, echo);
    return openReply(gateway, admitted, { ...response, rewrite });
  },
};
