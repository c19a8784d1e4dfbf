import { describe, expect, it } from 'vitest';
import { dialectIds } from '../../canonical/dialect.ts';
import { codecs } from '../../dialects.ts';
import { parseJson } from '../../json/parse.ts';
import { isJsonObject } from '../../json/value.ts';
import { sendReply } from '../../testing/translation.ts';
import { readStream, replyTarget, writeStream } from '../../testing/wire.ts';
import { decodeTokens } from './logprobs.ts';

describe('decodeTokens', () => {
  it('completes tokens whose bytes or alternatives are missing', () => {
    const token = { token: 'a', logprob: -1 };
    expect(decodeTokens([{ ...token, top_logprobs: [token] }, token, 'b'])).toEqual([
      { ...token, bytes: null, top_logprobs: [{ ...token, bytes: null }] },
      { ...token, bytes: null, top_logprobs: [] },
    ]);
  });
});

describe.each(dialectIds.filter((id) => id !== 'anthropic-messages'))('for %s', (dialect) => {
  const token = '{"token":"a","logprob":-1e400,"bytes":[97]}';
  const tokens = `{"content":[${token.slice(0, -1)},"top_logprobs":[${token}]}],"refusal":null}`;
  const message = '"content":"a","role":"assistant"';
  const choice = `"index":0,"finish_reason":"stop","logprobs":${tokens}`;
  const chat = codecs['openai-chat'];
  const client = codecs[dialect];

  it('a probability beyond the numbers of a double is that of a very unlikely token', () => {
    const body = parseJson(`{"id":"c","choices":[{${choice},"message":{${message}}}]}`);
    if (!isJsonObject(body)) throw new Error('The reply is no object.');
    const { value } = chat.decodeReply(body, { vendor: 'openai' });
    const text = JSON.stringify(sendReply(client, value, replyTarget()).value);
    expect(text.match(/log[pP]rob(?:ability)?":-9999/g)).toHaveLength(2);

    const chunk = `{"id":"c","choices":[{${choice},"delta":{${message}}}]}`;
    const read = readStream(chat, [{ data: chunk }, { data: '[DONE]' }], 'openai');
    const written = writeStream(client, read.steps, replyTarget()).steps;
    const streamed = written.map(({ data }) => data).join('');
    expect(streamed).not.toMatch(/log[pP]rob(?:ability)?":null/);
    expect(streamed).toMatch(/log[pP]rob(?:ability)?":-9999/);
  });
});
