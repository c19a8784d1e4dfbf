/** The OpenAPI document, from a gateway in this process. */
import { createAdmin } from '@parley/admin';
import { configurationSchema, createAdminSecret, createGateway } from '@parley/core';
import { createMemoryStore } from '@parley/core/memory-store';

export interface ApiDocument {
  /** Path → method → operation. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export async function readApiDocument(): Promise<ApiDocument> {
  const store = createMemoryStore();
  const { secret, hash, display } = await createAdminSecret();
  await store.addAdminToken({
    id: 'test',
    name: 'test',
    role: 'viewer',
    hash,
    display,
    createdAt: 0,
  });
  const gateway = createGateway({
    store,
    configuration: configurationSchema.parse({}),
    extensions: [createAdmin()],
  });
  const response = await gateway.fetch(
    new Request('http://localhost/admin/v1/openapi.json', {
      headers: { authorization: `Bearer ${secret}` },
    }),
  );
  await gateway.close();
  return (await response.json()) as ApiDocument;
}
