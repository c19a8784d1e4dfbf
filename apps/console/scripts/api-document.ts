/** Reads the OpenAPI document of a gateway in this process; for the types of the API, and for tests. */
import { createAdmin } from '@parley/admin';
import { configurationSchema, createAdminSecret, createGateway } from '@parley/core';
import { createMemoryStore } from '@parley/core/memory-store';

export async function readApiDocument(): Promise<unknown> {
  const store = createMemoryStore();
  const { secret, hash, display } = await createAdminSecret();
  const token = { id: 'reader', name: 'reader', role: 'viewer', createdAt: 0 } as const;
  await store.addAdminToken({ ...token, hash, display });
  const gateway = createGateway({
    store,
    configuration: configurationSchema.parse({}),
    extensions: [createAdmin()],
  });
  try {
    const headers = { authorization: `Bearer ${secret}` };
    const request = new Request('http://localhost/admin/v1/openapi.json', { headers });
    return await (await gateway.fetch(request)).json();
  } finally {
    await gateway.close();
    await store.close();
  }
}
