/** Turns the OpenAPI document of a gateway into TypeScript. */
import { createAdmin } from '@parley/admin';
import { configurationSchema, createAdminSecret, createGateway } from '@parley/core';
import { createMemoryStore } from '@parley/core/memory-store';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { format } from 'prettier';

type Document = Extract<Parameters<typeof openapiTypescript>[0], object>;

/** The text of `src/api/openapi.ts`, formatted as everything here is. */
export async function describeApiTypes(): Promise<string> {
  const types = astToString(await openapiTypescript(await readDocument()));
  const text = `/** Generated from the OpenAPI document of the gateway; do not edit. */\n${types}`;
  return format(text, { parser: 'typescript', singleQuote: true, printWidth: 100 });
}

async function readDocument(): Promise<Document> {
  const store = createMemoryStore();
  const { secret, hash, display } = await createAdminSecret();
  await store.addAdminToken({
    id: 'types',
    name: 'types',
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
  try {
    const response = await gateway.fetch(
      new Request('http://localhost/admin/v1/openapi.json', {
        headers: { authorization: `Bearer ${secret}` },
      }),
    );
    return (await response.json()) as Document;
  } finally {
    await gateway.close();
    await store.close();
  }
}
