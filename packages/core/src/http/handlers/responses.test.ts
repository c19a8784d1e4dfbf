import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { callName } from '../../testing/test-gateway.ts';

async function arrange(items = 1) {
  const { gateway, secret, post } = await openTestGateway({ formats: ['chat'] });
  const input = Array.from({ length: items }, (_, index) => ({
    ...{ role: 'user', content: `Turn ${String(index)}.` },
  }));
  const response = await post('/v1/responses', { model: callName, input });
  const { id } = (await response.json()) as { id: string };
  const send = (path: string, method = 'GET') =>
    gateway.fetch(
      new Request(`http://parley.test/v1/responses/${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}` },
      }),
    );
  return { id, send };
}

interface Page {
  readonly data: readonly { readonly id: string; readonly content: unknown }[];
  readonly has_more: boolean;
}

/** The turns of a page, by their numbers. */
async function turnsOf(response: Response): Promise<string> {
  const { data, has_more: more } = (await response.json()) as Page;
  const turns = data.map(({ content }) => /Turn (\d+)/.exec(JSON.stringify(content))?.[1]);
  return turns.join(' ') + (more ? ' …' : '');
}

describe('the input of a stored response', () => {
  it.each([
    ['', '3 2 1 0'],
    ['?order=desc', '3 2 1 0'],
    ['?order=asc', '0 1 2 3'],
    ['?order=asc&limit=1', '0 …'],
    ['?order=asc&limit=100', '0 1 2 3'],
  ])('is listed by %s', async (query, turns) => {
    const { id, send } = await arrange(4);
    expect(await turnsOf(await send(`${id}/input_items${query}`))).toBe(turns);
  });

  it('is listed in pages of twenty', async () => {
    const { id, send } = await arrange(21);
    const page = await send(`${id}/input_items?order=asc`);
    const { data, has_more: more } = (await page.json()) as Page;
    expect([data.length, more]).toEqual([20, true]);
    const last = data.at(-1)?.id ?? '';
    expect(await turnsOf(await send(`${id}/input_items?order=asc&after=${last}`))).toBe('20');
  });

  it.each([
    ...[['order=newest', 'order', "The order must be 'asc' or 'desc'."]],
    ...['0', '101', '1.5', 'x', '', '1000', '-1'].map((limit) => [
      ...[`limit=${limit}`, 'limit', 'The limit must be a whole number from 1 to 100.'],
    ]),
  ])('is not listed by %s', async (query, param, message) => {
    const { id, send } = await arrange();
    const response = await send(`${id}/input_items?${query}`);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { message: string } };
    expect(error).toMatchObject({ code: 'invalid_value', param });
    expect(error.message).toContain(message);
  });
});

describe('a stored response that is complete', () => {
  it('is neither streamed again nor cancelled', async () => {
    const { id, send } = await arrange();
    const streamed = await send(`${id}?stream=true`);
    expect(streamed.status).toBe(400);
    expect(await streamed.json()).toMatchObject({
      error: {
        ...{ code: 'response_not_streamable', param: 'stream' },
        message: expect.stringContaining(
          'Only a background response can be streamed again.',
        ) as string,
      },
    });
    const cancelled = await send(`${id}/cancel`, 'POST');
    expect(cancelled.status).toBe(400);
    expect(await cancelled.json()).toMatchObject({
      error: {
        code: 'response_not_cancellable',
        message: expect.stringContaining('Only a background response can be cancelled.') as string,
      },
    });
    expect((await send(`${id}?stream=false`)).status).toBe(200);
  });

  it.each([
    ['', 'GET'],
    ['', 'DELETE'],
    ['/input_items', 'GET'],
    ['/cancel', 'POST'],
  ])('that is unknown is an error of %s %s', async (path, method) => {
    const { send } = await arrange();
    const response = await send(`resp_unknown${path}`, method);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: {
        code: 'response_not_found',
        message: expect.stringContaining('There is no response with this id.') as string,
      },
    });
  });
});

it('a request for a WebSocket is told to send a POST request', async () => {
  const { send } = await arrange();
  const response = await send('');
  expect(response.status).toBe(426);
  expect(await response.json()).toMatchObject({
    error: {
      code: 'upgrade_required',
      message: expect.stringContaining(
        'Send a POST request, or open a WebSocket if this gateway offers them.',
      ) as string,
    },
  });
});
