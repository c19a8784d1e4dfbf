import { expect, it } from 'vitest';
import { MessageRequest } from './message-request.ts';

const create = (): MessageRequest => new MessageRequest('http://a/v1/responses', new Map(), '"ü"');

it('gives its body once, in pieces or whole, so that it is not kept while its response is sent', async () => {
  const reader = create().body.getReader();
  expect(await reader.read()).toEqual({ done: false, value: new TextEncoder().encode('"ü"') });
  expect(await reader.read()).toEqual({ done: true, value: undefined });
  const request = create();
  expect([request.byteLength, request.headers.get('content-length')]).toEqual([4, '4']);
  expect((await request.arrayBuffer()).byteLength).toBe(4);
  expect((await request.arrayBuffer()).byteLength).toBe(0);
});
