/** Valid replies of upstreams in each dialect, as text. */
import type { DialectId } from '@parley/protocol';
import {
  chatReply,
  chatStream,
  geminiReply,
  geminiStream,
  messagesReply,
  messagesStream,
  responsesReply,
  responsesStream,
  type Answer,
} from '@parley/testkit';
import type { Json } from './errors.ts';

const wholes = {
  'openai-chat': chatReply,
  'anthropic-messages': messagesReply,
  'gemini-generate': geminiReply,
  'openai-responses': responsesReply,
};
const streams = {
  'openai-chat': chatStream,
  'anthropic-messages': messagesStream,
  'gemini-generate': geminiStream,
  'openai-responses': responsesStream,
};

function textOf({ body }: Answer): string[] {
  return body.flatMap((step) => ('bytes' in step ? [new TextDecoder().decode(step.bytes)] : []));
}

export function wholeBody(dialect: DialectId): Json {
  return JSON.parse(textOf(wholes[dialect]({ text: 'Hello' })).join('')) as Json;
}

/** The frames of a stream that says `Hello world!`. */
export function streamFrames(dialect: DialectId): readonly string[] {
  return textOf(streams[dialect]({ text: ['Hello', ' world', '!'] }));
}
