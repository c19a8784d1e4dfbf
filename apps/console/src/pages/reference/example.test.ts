import { createAdmin } from '@parley/admin';
import { configurationSchema, createAdminSecret, createGateway, type Gateway } from '@parley/core';
import { createMemoryStore } from '@parley/core/memory-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOperations, type ApiDocument, type Operation } from './document.ts';
import { exampleBody, exampleValue, fillPath } from './example.ts';

let gateway: Gateway;
let operations: readonly Operation[];
let send: (method: string, path: string, body?: string) => Promise<Response>;
let conversation: string;

beforeAll(async () => {
  const store = createMemoryStore();
  const { secret, hash, display } = await createAdminSecret();
  const token = { id: 'test', name: 'test', role: 'admin', hash, display, createdAt: 0 } as const;
  await store.addAdminToken(token);
  const configuration = configurationSchema.parse({ upstreams: { demo: { provider: 'demo' } } });
  gateway = createGateway({ store, configuration, extensions: [createAdmin()] });
  let authorization = `Bearer ${secret}`;
  send = (method, path, body) =>
    gateway.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      }),
    );
  const document = (await (await send('GET', '/admin/v1/openapi.json')).json()) as ApiDocument;
  operations = listOperations(document);
  const key = (await (await send('POST', '/admin/v1/keys', '{}')).json()) as { secret: string };
  authorization = `Bearer ${key.secret}`;
  const created = await send('POST', '/v1/conversations', '{}');
  conversation = ((await created.json()) as { id: string }).id;
});
afterAll(() => gateway.close());

test('every example of a body in the format of a vendor is answered', async () => {
  const described = operations.filter(({ takesBody, vendorPage }) => takesBody && vendorPage);
  const refused: string[] = [];
  for (const operation of described) {
    const path = fillPath(operation, (name) => exampleValue(operation, name) || conversation);
    const response = await send(operation.method, path, exampleBody(operation, {}));
    if (!response.ok) refused.push(`${operation.id}: ${await response.text()}`);
  }
  expect(described.length).toBeGreaterThan(10);
  // The demo has no such endpoint.
  expect(refused).toEqual([expect.stringContaining('compaction_not_supported')]);
});

test('an operation without a body has no example of one', () => {
  const cancel = operations.find(({ id }) => id === 'responseCancel');
  expect(cancel && exampleBody(cancel, {})).toBeUndefined();
  expect(cancel?.method).toBe('POST');
});
