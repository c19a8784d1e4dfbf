import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WholeSink } from '../ports.ts';
import { chatRequest, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

let testGateway: TestGateway;
beforeAll(async () => {
  testGateway = await startTestGateway({
    configuration: { cors: { origins: ['https://app.example.org'] } },
  });
});
afterAll(() => testGateway.close());

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Collects what is sent whole, and the text of a stream. */
class CollectingSink implements WholeSink {
  #head: Omit<Sent, 'text'> | undefined;
  #text = '';

  open(status: number, headers: Sent['headers']): void {
    this.#head = { status, headers };
  }

  write(piece: string): undefined {
    this.#text += piece;
  }

  end(): void {
    expect(this.#head).toBeDefined();
  }

  onClose(): void {
    // The client stays connected.
  }

  respond(status: number, headers: Sent['headers'], whole: string): void {
    this.#head = { status, headers };
    this.#text = whole;
  }

  get sent(): Sent {
    if (this.#head === undefined) throw new Error('Nothing was sent.');
    return { ...this.#head, text: this.#text };
  }
}

/** Ids and times differ from request to request. */
function withoutIds({ status, headers, text }: Sent) {
  const steady = Object.entries(headers).filter(([name]) => !name.endsWith('request-id'));
  return {
    status,
    headers: Object.fromEntries(steady),
    text: text.replaceAll(/req_\w+/g, 'req_'),
  };
}

const chat = JSON.stringify(chatRequest);

type Case = readonly [what: string, path: string, body: string, headers: Record<string, string>];

const cases: readonly Case[] = [
  ['a reply', '/v1/chat/completions', chat, {}],
  [
    'a page of an allowed origin',
    '/v1/chat/completions',
    chat,
    { origin: 'https://app.example.org' },
  ],
  ['a page of another origin', '/v1/chat/completions', chat, { origin: 'https://evil.example' }],
  ['a body that is not JSON', '/v1/chat/completions', '{"model":', {}],
  ['a body of another type', '/v1/chat/completions', chat, { 'content-type': 'text/html' }],
  ['an unknown coding', '/v1/chat/completions', chat, { 'content-encoding': 'lzma' }],
  ['a field of the wrong type', '/v1/chat/completions', '{"model":"m","messages":1}', {}],
  ['an unknown model', '/v1/chat/completions', chat.replace('"m"', '"n"'), {}],
  ['a wrong key', '/v1/chat/completions', chat, { authorization: 'Bearer sk-parley-no' }],
  ['two keys', '/v1/messages', chat, { 'x-api-key': 'sk-parley-no' }],
  ['a messages client', '/v1/messages', '{"model":"m"}', {}],
  ['a responses client', '/v1/responses', '{}', {}],
  ['embeddings', '/v1/embeddings', '{"model":"m","input":"a"}', {}],
  ['counting', '/v1/messages/count_tokens', chat, {}],
];

/** What `fetch` answers, and what is sent to a sink. */
async function answerBothWays(create: () => Request): Promise<[fetched: Sent, sent: Sent]> {
  const { gateway } = testGateway;
  const response = await gateway.fetch(create());
  const sink = new CollectingSink();
  await gateway.answer(create(), { sink });
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  return [{ status, headers, text: await response.text() }, sink.sent];
}

describe('an answer on the sink of the host', () => {
  it.each(cases)('to %s is the one that fetch gives', async (...[, path, body, more]) => {
    const headers = {
      authorization: `Bearer ${testGateway.secret}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
      ...more,
    };
    const [fetched, sent] = await answerBothWays(
      () => new Request(`http://parley.test${path}`, { method: 'POST', headers, body }),
    );
    expect(withoutIds(sent)).toEqual(withoutIds(fetched));
  });

  it.each(['/healthz', '/readyz'])('to GET %s is the one that fetch gives', async (path) => {
    const [fetched, sent] = await answerBothWays(() => new Request(`http://parley.test${path}`));
    expect(sent).toEqual(fetched);
    expect(JSON.parse(sent.text)).toMatchObject({ status: 'ok' });
  });

  it('may be a stream', async () => {
    const { gateway, secret } = testGateway;
    const sink = new CollectingSink();
    const request = new Request('http://parley.test/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...chatRequest, stream: true }),
    });
    await gateway.answer(request, { sink });
    expect(sink.sent.headers['content-type']).toMatch(/^text\/event-stream/);
    expect(sink.sent.text).toMatch(/data: \[DONE\]\n\n$/);
  });

  it.each([
    ['GET', '/v1/chat/completions'],
    ['GET', '/v1/models'],
    ['HEAD', '/healthz'],
    ['POST', '/healthz'],
    ['OPTIONS', '/v1/chat/completions'],
    ['POST', '/chat/completions'],
    ['POST', '/v1//chat/completions'],
    ['POST', '/v1/chat/completions/'],
    ['POST', '/v1/chat/%63ompletions'],
    ['POST', '/v1beta/models/m:generateContent'],
    ['POST', '/admin/v1/keys'],
  ])('is not given to %s %s, which the router must find', (method, path) => {
    const sink = new CollectingSink();
    const request = new Request(`http://parley.test${path}`, { method });
    expect(testGateway.gateway.answer(request, { sink })).toBeUndefined();
  });
});
