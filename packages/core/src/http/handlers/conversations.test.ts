import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import type { TestGatewaySettings } from '../../testing/test-gateway.ts';

interface Body {
  readonly id: string;
  readonly data: readonly { readonly id: string; readonly content: unknown }[];
  readonly has_more: boolean;
}

const turn = (number: number) => ({ role: 'user', content: `Turn ${String(number)}.` });

async function arrange(settings: TestGatewaySettings = {}) {
  const running = await openTestGateway(settings);
  const sendAs = (secret: string) => (method: string, path: string, body?: object) =>
    running.gateway.fetch(
      new Request(`http://parley.test/v1/conversations${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  const send = sendAs(running.secret);
  const call = async (...parameters: Parameters<typeof send>): Promise<Body> => {
    const response = await send(...parameters);
    expect(response.status).toBe(200);
    return (await response.json()) as Body;
  };
  return { ...running, sendAs, send, call };
}

const absent = { error: { type: 'invalid_request_error', code: 'conversation_not_found' } };

describe('a conversation', () => {
  it.each([
    ['GET', '/conv_x', undefined],
    ['POST', '/conv_x', { metadata: {} }],
    ['DELETE', '/conv_x', undefined],
    ['GET', '/conv_x/items', undefined],
    ['POST', '/conv_x/items', { items: [turn(0)] }],
    ['GET', '/conv_x/items/msg_x', undefined],
    ['DELETE', '/conv_x/items/msg_x', undefined],
  ])('that is unknown is 404 to %s %s', async (method, path, body) => {
    const { send } = await arrange();
    const response = await send(method, path, body);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject(absent);
  });

  it('is unknown to other keys, and no response', async () => {
    const { sendAs, send, call, addKey, gateway, secret } = await arrange();
    const { id } = await call('POST', '', {});
    const sendOther = sendAs(await addKey({ id: 'key_2' }));
    for (const [method, body] of [['GET'], ['DELETE'], ['POST', { metadata: {} }]] as const) {
      expect((await sendOther(method, `/${id}`, body)).status).toBe(404);
    }
    const headers = { authorization: `Bearer ${secret}` };
    const url = `http://parley.test/v1/responses/${id}`;
    for (const method of ['GET', 'DELETE']) {
      expect((await gateway.fetch(new Request(url, { method, headers }))).status).toBe(404);
    }
    expect((await send('GET', `/${id}`)).status).toBe(200);
  });

  it.each([
    [{ items: 'Hi' }, 'items'],
    [{ items: Array.from({ length: 21 }, (_, index) => turn(index)) }, 'items'],
    [{ items: [{}] }, 'items[0]'],
    [{ metadata: { a: 1 } }, 'metadata'],
  ])('is not made of %j', async (body, param) => {
    const { send } = await arrange();
    const response = await send('POST', '', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param, code: 'invalid_value' } });
  });

  it('is made without a body, found, updated and deleted', async () => {
    const clock = { now: () => 5_999, monotonic: () => performance.now() };
    const { send, call } = await arrange({ options: { clock } });
    const made = await call('POST', '');
    const { id } = made;
    expect(made).toEqual({ id, object: 'conversation', created_at: 5, metadata: {} });
    expect(id).toMatch(/^conv_[0-9a-f]{32}$/);
    expect(await call('GET', `/${id}`)).toEqual(made);
    const updated = { ...made, metadata: { a: 'b' } };
    expect(await call('POST', `/${id}`, { metadata: { a: 'b' } })).toEqual(updated);
    expect(await call('GET', `/${id}`)).toEqual(updated);
    const deleted = { id, object: 'conversation.deleted', deleted: true };
    expect(await call('DELETE', `/${id}`)).toEqual(deleted);
    expect((await send('DELETE', `/${id}`)).status).toBe(404);
  });

  it('is not updated without metadata, nor extended without items', async () => {
    const { send, call } = await arrange();
    const { id } = await call('POST', '');
    for (const [path, param] of [
      [`/${id}`, 'metadata'],
      [`/${id}/items`, 'items'],
    ] as const) {
      const response = await send('POST', path, {});
      expect(response.status).toBe(400);
      const error = { param, code: 'missing_required_parameter' };
      expect(await response.json()).toMatchObject({ error });
    }
  });

  it('is stored for thirty days after its last change', async () => {
    let now = 1_000;
    const clock = { now: () => now, monotonic: () => performance.now() };
    const options = { clock, limits: { keptResponseMs: 5_000 } };
    const { send, call } = await arrange({ options });
    const { id } = await call('POST', '');
    now = 5_000;
    await call('POST', `/${id}/items`, { items: [turn(0)] });
    now = 9_999;
    await call('GET', `/${id}`);
    now = 10_000;
    expect((await send('GET', `/${id}`)).status).toBe(404);
  });

  it('does not grow beyond what is stored', async () => {
    const { send, call } = await arrange({ options: { limits: { keptResponseLength: 2_000 } } });
    const { id } = await call('POST', '', { items: [turn(0)] });
    const items = [{ role: 'user', content: 'x'.repeat(2_000) }];
    for (const path of ['', `/${id}/items`]) {
      const response = await send('POST', path, { items });
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ error: { code: 'conversation_too_large' } });
    }
    expect((await call('GET', `/${id}/items`)).data).toHaveLength(1);
  });
});

describe('the conversations of a key', () => {
  const refusal = { error: { type: 'invalid_request_error', code: 'conversation_limit_exceeded' } };
  const large = { items: [{ role: 'user', content: 'x'.repeat(600_000) }] };

  it('are refused beyond their number, until one is deleted', async () => {
    const { send, sendAs, call, addKey } = await arrange({
      configuration: { conversations: { per_key: 2 } },
    });
    const { id } = await call('POST', '');
    await call('POST', '', { items: [turn(0)] });
    const response = await send('POST', '');
    expect(response.status).toBe(400);
    expect(response.headers.get('x-should-retry')).toBe('false');
    expect(await response.json()).toMatchObject(refusal);
    await call('POST', `/${id}/items`, { items: [turn(1)] });
    const sendOther = sendAs(await addKey({ id: 'key_2' }));
    expect((await sendOther('POST', '')).status).toBe(200);
    await call('DELETE', `/${id}`);
    await call('POST', '');
  });

  it('do not count once they have expired', async () => {
    let now = 1_000;
    const clock = { now: () => now, monotonic: () => performance.now() };
    const { send, call } = await arrange({
      options: { clock, limits: { keptResponseMs: 5_000 } },
      configuration: { conversations: { per_key: 1 } },
    });
    await call('POST', '');
    now = 5_999;
    expect((await send('POST', '')).status).toBe(400);
    now = 6_000;
    await call('POST', '');
  });

  it('are refused beyond their size together, and may shrink', async () => {
    const { send, call } = await arrange({
      configuration: { conversations: { mebibytes_per_key: 1 } },
    });
    const { id } = await call('POST', '', large);
    const other = await call('POST', '');
    for (const path of ['', `/${id}/items`, `/${other.id}/items`]) {
      const response = await send('POST', path, large);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject(refusal);
    }
    const [item] = (await call('GET', `/${id}/items`)).data;
    await call('DELETE', `/${id}/items/${item?.id ?? ''}`);
    await call('POST', `/${other.id}/items`, large);
  });

  it('are none where the operator wants none', async () => {
    const { send } = await arrange({ configuration: { conversations: { per_key: 0 } } });
    expect(await (await send('POST', '')).json()).toMatchObject(refusal);
  });
});

describe('the items of a conversation', () => {
  it('are listed in pages, the newest first unless asked otherwise', async () => {
    const { call } = await arrange();
    const { id } = await call('POST', '', { items: [turn(0), turn(1), turn(2)] });
    const { data } = await call('GET', `/${id}/items`);
    expect(data.map(({ content }) => content)).toMatchObject([
      [{ type: 'input_text', text: 'Turn 2.' }],
      [{ type: 'input_text', text: 'Turn 1.' }],
      [{ type: 'input_text', text: 'Turn 0.' }],
    ]);
    const [third, second, first] = data;
    const page = await call('GET', `/${id}/items?order=asc&limit=1&after=${first?.id ?? ''}`);
    expect(page).toMatchObject({ data: [second], has_more: true, first_id: second?.id });
    const rest = await call('GET', `/${id}/items?order=asc&after=${second?.id ?? ''}`);
    expect(rest).toMatchObject({ data: [third], has_more: false });
  });

  it.each(['order=newest', 'limit=0', 'limit=101'])('are not listed by %s', async (query) => {
    const { send, call } = await arrange();
    const { id } = await call('POST', '');
    expect((await send('GET', `/${id}/items?${query}`)).status).toBe(400);
  });

  it('are added, found and deleted', async () => {
    const { send, call } = await arrange();
    const conversation = await call('POST', '', { items: [turn(0)] });
    const path = `/${conversation.id}/items`;
    const added = await call('POST', path, { items: [turn(1), turn(2)] });
    expect(added).toMatchObject({ object: 'list', has_more: false });
    const [first, second] = added.data;
    expect(first?.content).toMatchObject([{ text: 'Turn 1.' }]);
    expect(await call('GET', `${path}/${second?.id ?? ''}`)).toEqual(second);
    expect(await call('DELETE', `${path}/${first?.id ?? ''}`)).toEqual(conversation);
    for (const method of ['GET', 'DELETE']) {
      const response = await send(method, `${path}/${first?.id ?? ''}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'item_not_found' } });
    }
    expect((await call('GET', path)).data).toHaveLength(2);
  });

  it('that requests add at the same time are all kept', async () => {
    const { call } = await arrange();
    const { id } = await call('POST', '');
    const numbers = Array.from({ length: 10 }, (_, index) => index);
    await Promise.all(
      numbers.map((number) => call('POST', `/${id}/items`, { items: [turn(number)] })),
    );
    const { data } = await call('GET', `/${id}/items`);
    const texts = data.map(({ content }) => JSON.stringify(content)).sort();
    expect(texts).toHaveLength(10);
    expect(new Set(texts).size).toBe(10);
  });
});
