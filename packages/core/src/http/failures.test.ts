// What fails outside of an exchange, and hosts that send responses on a sink of their own.
import { GatewayError } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import type { GatewayExtension } from '../context.ts';
import type { ReplySink } from '../ports.ts';
import { StoreUnavailableError, type Store } from '../store/index.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import { callName, chatRequest } from '../testing/test-gateway.ts';

const failing = (thrown: Error) => (): GatewayExtension => ({
  fetch: () => Promise.reject(thrown),
});

describe('an extension that fails', () => {
  it.each([
    [new Error('at 10.0.0.1'), 500],
    [new GatewayError('overloaded', 'Later.'), 503],
  ])(
    'with %s is an error of the gateway, which is logged when it is its own',
    async (thrown, status) => {
      const { gateway, log } = await openTestGateway({
        options: { extensions: [failing(thrown)] },
      });
      const response = await gateway.fetch(new Request('http://parley.test/elsewhere'));
      expect(response.status).toBe(status);
      const text = await response.text();
      expect(JSON.parse(text)).toHaveProperty('error.message');
      expect(text).not.toContain('10.0.0.1');
      expect(response.headers.get('x-request-id')).toMatch(/^req_/);
      expect(log.join('\n').includes('A request failed unexpectedly.')).toBe(status === 500);
    },
  );
});

describe('a store that is unavailable', () => {
  const input = { model: callName, input: 'Hi' };
  const item = { type: 'message', role: 'user', content: 'Hi' };
  it.each<readonly [method: string, path: string, body: object | undefined]>([
    ['GET', '/v1/usage', undefined],
    ['GET', '/v1/usage?request_id=req_1', undefined],
    ['GET', '/v1/responses/resp_1', undefined],
    ['DELETE', '/v1/responses/resp_1', undefined],
    ['GET', '/v1/responses/resp_1/input_items', undefined],
    ['POST', '/v1/responses/resp_1/cancel', undefined],
    ['POST', '/v1/responses', { ...input, previous_response_id: 'resp_1' }],
    ['POST', '/v1/responses', { ...input, conversation: 'conv_1' }],
    ['POST', '/v1/responses', { ...input, input: [{ type: 'item_reference', id: 'msg_1' }] }],
    ['POST', '/v1/conversations', { items: [item] }],
    ['GET', '/v1/conversations/conv_1', undefined],
    ['POST', '/v1/conversations/conv_1/items', { items: [item] }],
  ])('is a reason to try again, and no fault of the gateway: %s %s', async (method, path, body) => {
    const { gateway, secret, store, log } = await openTestGateway();
    const send = () =>
      gateway.fetch(
        new Request(`http://parley.test${path}`, {
          method,
          headers: { authorization: `Bearer ${secret}` },
          body: JSON.stringify(body),
        }),
      );
    // The key is known from now on.
    await send();
    const fail = () => Promise.reject(new StoreUnavailableError('at 10.0.0.1'));
    Object.assign(store, Object.fromEntries(usedMethods.map((name) => [name, fail])));
    const response = await send();
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    const text = await response.text();
    expect(text).toContain('store_unavailable');
    expect(text).not.toContain('10.0.0.1');
    expect(log.join('\n')).toMatch(/The store is down|store_unavailable/);
  });
});

const usedMethods: readonly (keyof Store)[] = [
  ...(['readKey', 'findExchange', 'findResponse', 'findResponsesByItem'] as const),
  ...(['saveResponse', 'replaceResponse', 'deleteResponse'] as const),
];

it('a stream that was written to the sink of the host has an empty response', async () => {
  const { gateway, secret } = await openTestGateway();
  let text = '';
  const sink: ReplySink = {
    open: () => undefined,
    write: (piece) => {
      text += piece;
      return undefined;
    },
    end: () => undefined,
    onClose: () => undefined,
  };
  const request = new Request('http://parley.test/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify({ ...chatRequest, stream: true }),
  });
  const response = await gateway.fetch(request, { sink });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
  expect(text).toContain('data: [DONE]');
});
