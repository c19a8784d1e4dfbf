import { GatewayError } from '@parley/protocol';
import { answerWith, jsonReply } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { callName, type TestGateway } from '../../testing/test-gateway.ts';

interface Answer {
  readonly id: string;
  readonly status: string;
  readonly output: readonly { readonly id: string }[];
  readonly error?: { readonly code: string };
}

const first = { model: callName, input: 'My name is Ada.' };

async function ask({ post }: TestGateway, body: object): Promise<Answer> {
  return (await (await post('/v1/responses', body)).json()) as Answer;
}

describe('a response that is continued', () => {
  it.each(['chat', 'messages', 'gemini', 'responses'] as const)(
    'reaches an upstream that speaks %s with everything said before',
    async (format) => {
      const running = await openTestGateway({ formats: [format] });
      running.upstream.script(answerWith({ text: 'Hello Ada.' }));
      const { id } = await ask(running, first);
      const next = { model: callName, input: 'Who am I?', previous_response_id: id };
      expect(await ask(running, next)).toMatchObject({ previous_response_id: id });
      const sent = running.upstream.requests[1]?.text ?? '';
      expect(sent).toMatch(/My name is Ada\..*Hello Ada\..*Who am I\?/s);
      expect(sent).not.toContain(id);
    },
  );

  it('continues over several turns, streamed ones too', async () => {
    const running = await openTestGateway({ formats: ['messages'] });
    running.upstream.script(answerWith({ text: 'Yes.' }));
    const streamed = await running.post('/v1/responses', { ...first, stream: true });
    const id = /"id":"(resp_[^"]+)"/.exec(await streamed.text())?.[1];
    const second = await ask(running, { model: callName, input: 'Two', previous_response_id: id });
    await ask(running, { model: callName, input: 'Three', previous_response_id: second.id });
    expect(running.upstream.requests[2]?.text).toMatch(/My name.*Yes.*Two.*Yes.*Three/s);
  });

  it('is rejected when the response is unknown, another key’s, not stored, or expired', async () => {
    let now = 1_000;
    const clock = { now: () => now, monotonic: () => performance.now() };
    const limits = { keptResponseMs: 5_000 };
    const running = await openTestGateway({ formats: ['chat'], options: { clock, limits } });
    const kept = await ask(running, first);
    const dropped = await ask(running, { ...first, store: false });
    await running.store.saveResponse({
      id: 'resp_other',
      keyId: 'key_2',
      createdAt: 0,
      expiresAt: 9_000,
      input: '[]',
      body: '{}',
      itemIds: [],
    });
    const expectUnknown = async (id: string): Promise<void> => {
      const answer = await ask(running, { ...first, previous_response_id: id });
      const param = 'previous_response_id';
      expect(answer.error).toMatchObject({
        ...{ code: 'previous_response_not_found', param },
        message: 'The previous response was not found.',
      });
    };
    for (const id of ['resp_none', 'resp_other', dropped.id]) await expectUnknown(id);
    now = 5_999;
    expect((await ask(running, { ...first, previous_response_id: kept.id })).error).toBeNull();
    now = 6_000;
    await expectUnknown(kept.id);
    expect(running.upstream.requests).toHaveLength(3);
  });
});

describe('an item of a stored response', () => {
  const refer = (id: unknown) => [
    { type: 'item_reference', id },
    { role: 'user', content: 'Who am I?' },
  ];

  it.each(['chat', 'messages', 'gemini', 'responses'] as const)(
    'reaches an upstream that speaks %s when it is only referred to',
    async (format) => {
      const running = await openTestGateway({ formats: [format] });
      running.upstream.script(answerWith({ text: 'Hello Ada.' }));
      const { output } = await ask(running, first);
      await ask(running, { model: callName, input: refer(output[0]?.id) });
      const sent = running.upstream.requests[1]?.text ?? '';
      expect(sent).toMatch(/Hello Ada\..*Who am I\?/s);
      expect(sent).not.toContain('item_reference');
    },
  );

  it('is one of the newest conversation when several are referred to', async () => {
    const running = await openTestGateway({ formats: ['chat'] });
    running.upstream.script(answerWith({ text: 'Hello Ada.' }));
    const one = await ask(running, first);
    running.upstream.script(answerWith({ text: 'Hello Bob.' }));
    const two = await ask(running, { model: callName, input: 'Bob here.' });
    const input = [refer(one.output[0]?.id)[0], ...refer(two.output[0]?.id)];
    await ask(running, { model: callName, input });
    expect(running.upstream.requests.at(-1)?.text).toMatch(/Hello Ada\..*Hello Bob\..*Who am I/s);
  });

  it('stays a reference when it has expired', async () => {
    let now = 1_000;
    const clock = { now: () => now, monotonic: () => performance.now() };
    const limits = { keptResponseMs: 5_000 };
    const running = await openTestGateway({ formats: ['responses'], options: { clock, limits } });
    const { output } = await ask(running, first);
    const input = refer(output[0]?.id);
    now = 5_999;
    await ask(running, { model: callName, input, store: false });
    expect(running.upstream.requests.at(-1)?.text).not.toContain('item_reference');
    now = 6_000;
    await ask(running, { model: callName, input });
    expect(running.upstream.requests.at(-1)?.text).toContain('item_reference');
  });

  it('stays a reference when it is unknown', async () => {
    const running = await openTestGateway({ formats: ['responses'] });
    await ask(running, { model: callName, input: refer('msg_elsewhere') });
    expect(running.upstream.requests[0]?.text).toContain('msg_elsewhere');
  });
});

describe('a stored response', () => {
  const call = (running: TestGateway, path: string, init: RequestInit = {}) =>
    running.gateway.fetch(
      new Request(`http://parley.test${path}`, {
        ...init,
        headers: { authorization: `Bearer ${running.secret}` },
      }),
    );

  it('is retrieved unchanged, listed with its input, and deleted once', async () => {
    const running = await openTestGateway({ formats: ['chat'] });
    const given = await ask(running, first);
    const path = `/v1/responses/${given.id}`;
    expect(await (await call(running, path)).json()).toEqual(given);
    expect(await (await call(running, `${path}/input_items`)).json()).toMatchObject({
      object: 'list',
      data: [{ type: 'message', role: 'user' }],
      has_more: false,
    });
    const deleted = await call(running, path, { method: 'DELETE' });
    expect(await deleted.json()).toMatchObject({ id: given.id, deleted: true });
    expect((await call(running, path)).status).toBe(404);
    expect((await call(running, path, { method: 'DELETE' })).status).toBe(404);
  });

  it.each(['?stream=true', '/input_items?order=newest', '/input_items?limit=0'])(
    'refuses %s with a code',
    async (question) => {
      const running = await openTestGateway({ formats: ['chat'] });
      const { id } = await ask(running, first);
      const response = await call(running, `/v1/responses/${id}${question}`);
      expect(response.status).toBe(400);
      const body = (await response.json()) as Answer;
      expect(body.error?.code).toMatch(/^(response_not_streamable|invalid_value)$/);
    },
  );

  it('cannot be cancelled, because it is complete', async () => {
    const running = await openTestGateway({ formats: ['chat'] });
    const { id } = await ask(running, first);
    const response = await call(running, `/v1/responses/${id}/cancel`, { method: 'POST' });
    expect(response.status).toBe(400);
  });
});

describe('a response that is stored', () => {
  const length = async (secretKey?: string): Promise<number> => {
    const options = secretKey === undefined ? {} : { secretKey };
    const running = await openTestGateway({ formats: ['chat'], options });
    const { id } = await ask(running, first);
    const { input = '', body = '' } = (await running.store.findResponse('key_1', id)) ?? {};
    return input.length + body.length;
  };

  it('is answered but not stored when it is longer than a stored response may be', async () => {
    const longest = await length();
    for (const [keptResponseLength, isKept] of [
      [longest, true],
      [longest - 1, false],
    ] as const) {
      const limits = { keptResponseLength };
      const running = await openTestGateway({ formats: ['chat'], options: { limits } });
      const { id } = await ask(running, first);
      expect((await running.store.findResponse('key_1', id)) !== undefined).toBe(isKept);
      const line = running.log.find((one) => one.includes('too large to be stored'));
      expect(line === undefined).toBe(isKept);
      expect(line ?? id).toContain(id);
    }
  });

  it('counts with the length that encryption gives it', async () => {
    const secretKey = '1'.repeat(64);
    const limits = { keptResponseLength: await length() };
    const options = { limits, secretKey };
    const running = await openTestGateway({ formats: ['chat'], options });
    const { id } = await ask(running, first);
    expect(await running.store.findResponse('key_1', id)).toBeUndefined();
    const wide = { limits: { keptResponseLength: await length(secretKey) }, secretKey };
    const other = await openTestGateway({ formats: ['chat'], options: wide });
    const kept = await ask(other, first);
    expect(await other.store.findResponse('key_1', kept.id)).toBeDefined();
  });

  it('is one whose request does not refuse it', async () => {
    const running = await openTestGateway({ formats: ['chat'] });
    const ids: string[] = [];
    for (const store of [true, false, null, undefined])
      ids.push((await ask(running, { ...first, store })).id);
    const stored = await Promise.all(ids.map((id) => running.store.findResponse('key_1', id)));
    expect(stored.map((one) => one !== undefined)).toEqual([true, false, true, true]);
  });
});

describe('a response in the background', () => {
  const queued = { id: 'resp_1', object: 'response', status: 'queued' };
  const hour = 60 * 60 * 1_000;

  it.each([
    [1, 48],
    [49, 49],
  ])(
    'is kept for two days at least: where others are for %i hours, for %i',
    async (others, hours) => {
      const limits = { keptResponseMs: others * hour };
      const running = await openTestGateway({ formats: ['responses'], options: { limits } });
      running.upstream.script(jsonReply(queued));
      const { id } = await ask(running, { ...first, background: true });
      const { createdAt = 0, expiresAt = 0 } =
        (await running.store.findResponse('key_1', id)) ?? {};
      expect(expiresAt - createdAt).toBe(hours * hour);
    },
  );

  it('is refused when it is longer than a stored response may be', async () => {
    const limits = { keptResponseLength: 10 };
    const running = await openTestGateway({ formats: ['responses'], options: { limits } });
    running.upstream.script(jsonReply(queued));
    const response = await running.post('/v1/responses', { ...first, background: true });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      error: {
        ...{ code: 'response_too_large' },
        message: 'The response is too large to be stored with its input.',
      },
    });
  });
});

describe('a response that cannot be stored', () => {
  it.each([new Error('The disk is full.'), new GatewayError('internal', 'No key.')])(
    'is answered all the same, and the log says why: %s',
    async (cause) => {
      const running = await openTestGateway({ formats: ['chat'] });
      running.store.saveResponse = () => Promise.reject(cause);
      const { id, status } = await ask(running, first);
      expect(status).toBe('completed');
      const line = running.log.find((one) => one.includes('A response could not be stored.'));
      expect(line).toContain(id);
    },
  );

  it('is one without an id', async () => {
    const running = await openTestGateway({ formats: ['responses'] });
    running.upstream.script(answerWith({ text: 'Hello Ada.' }));
    const { id: _, ...nameless } = await ask(running, { ...first, store: false });
    running.upstream.script(jsonReply(nameless));
    let saved = 0;
    running.store.saveResponse = async () => void (saved += 1);
    const response = await running.post('/v1/responses', first);
    expect(response.status).toBe(200);
    expect(saved).toBe(0);
    expect(running.log.join()).not.toContain('stored');
  });
});

describe('a WebSocket request', () => {
  it('is answered 426, so that the client falls back at once', async () => {
    const running = await openTestGateway({ formats: ['chat'] });
    const response = await running.gateway.fetch(
      new Request('http://parley.test/v1/responses', {
        headers: { upgrade: 'websocket', authorization: `Bearer ${running.secret}` },
      }),
    );
    expect(response.status).toBe(426);
  });
});
