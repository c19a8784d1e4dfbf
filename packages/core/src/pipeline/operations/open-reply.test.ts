import {
  chatReply,
  chatStream,
  countFrames,
  geminiArrayStream,
  geminiReply,
  geminiStream,
  messagesReply,
  messagesStream,
  responsesReply,
  responsesStream,
  splitPieces,
  truncate,
  withHeaders,
  type Answer,
  type ReplyDescription,
} from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { formatClients, formats, pairs } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import type { Format } from '../../testing/test-gateway.ts';

type Writer = (description: ReplyDescription) => Answer;

/** How each format writes a reply. */
const writers: Readonly<Record<Format, { readonly whole: Writer; readonly stream: Writer }>> = {
  chat: { whole: chatReply, stream: chatStream },
  messages: { whole: messagesReply, stream: messagesStream },
  gemini: { whole: geminiReply, stream: geminiStream },
  responses: { whole: responsesReply, stream: responsesStream },
};

const description: ReplyDescription = {
  text: ['Good ', 'morning.'],
  usage: { input: 11, output: 7 },
};

const types = ['text/plain', 'application/json', 'application/octet-stream'];

interface Case {
  readonly client: Format;
  readonly format: Format;
  readonly stream: boolean;
}

/** Asks for a reply, streamed or not, from an upstream that gives this answer. */
async function ask({ client, format, stream }: Case, answer: Answer) {
  const { post, upstream, store } = await openTestGateway({ formats: [format] });
  upstream.script(answer);
  const { path, streamPath, ask: write } = formatClients[client];
  const response = await post(stream ? streamPath : path, write(500, stream));
  return { response, text: await response.text(), store };
}

describe.each(pairs)('a %s client of a %s upstream', (client, format) => {
  const { whole, stream } = writers[format];
  const forWhole = { client, format, stream: false };
  const forStream = { client, format, stream: true };

  it('gets a whole reply from an upstream that streams it', async () => {
    const { response, text, store } = await ask(forWhole, stream(description));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(text).toContain('Good morning.');
    expect(store.exchanges).toMatchObject([{ status: 200, usage: { input: 11, output: 7 } }]);
  });

  it('gets an error instead of a part of it', async () => {
    const cut = truncate(stream(description), { frames: 1, by: 'clean' });
    const { response, text } = await ask(forWhole, cut);
    expect(response.status).toBe(502);
    expect(text).not.toContain('Good');
  });

  it('gets a stream from an upstream that answers whole', async () => {
    const { response, text } = await ask(forStream, whole(description));
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(text).toContain('Good morning.');
    expect(text).toContain(formatClients[client].endMark.slice(0, 12));
  });

  it.each(types)('gets a stream that calls itself %s', async (type) => {
    const answer = withHeaders(stream(description), { 'content-type': type });
    const { response, text } = await ask(forStream, answer);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(text).toContain('Good ');
    expect(text).toContain('morning.');
  });

  it('gets one whose type cannot be told from its first byte', async () => {
    const typed = withHeaders(stream(description), { 'content-type': 'text/plain' });
    const { response, text } = await ask(forStream, splitPieces(typed, 1));
    expect(response.status).toBe(200);
    expect(text).toContain('Good ');
    expect(text).toContain('morning.');
  });

  it('gets what such a one has sent until its connection breaks', async () => {
    const typed = withHeaders(stream(description), { 'content-type': 'text/plain' });
    const cut = truncate(typed, { frames: countFrames(typed) - 1, by: 'reset' });
    const { response, text } = await ask(forStream, splitPieces(cut, 1));
    expect(response.status).toBe(200);
    expect(text).toContain('Good ');
  });
});

it.each(formats)(
  'a %s client gets one reply from an upstream that answers with a list',
  async (client) => {
    const { response, text, store } = await ask(
      { client, format: 'gemini', stream: false },
      geminiArrayStream(description),
    );
    expect(response.status).toBe(200);
    expect(text).toMatch(/^\{.*Good morning\./s);
    expect(store.exchanges).toMatchObject([{ status: 200, usage: { input: 11, output: 7 } }]);
  },
);
