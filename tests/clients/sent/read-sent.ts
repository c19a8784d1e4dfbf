/** Reads what an upstream received in any format; used by the scenarios. */
import type { ScriptedRequest } from '@parley/testkit';
import { readChat } from './chat.ts';
import { readGemini } from './gemini.ts';
import { readMessages } from './messages.ts';
import { readResponses } from './responses.ts';
import type { Sent } from './sent.ts';

const readers: Readonly<Record<ScriptedRequest['dialect'], (body: unknown) => Sent>> = {
  'openai-chat': readChat,
  'anthropic-messages': readMessages,
  'gemini-generate': readGemini,
  'openai-responses': readResponses,
};

/** Reads what an upstream received, in the format of the endpoint. */
export function readSent(request: ScriptedRequest): Sent {
  return readers[request.dialect](request.body);
}
