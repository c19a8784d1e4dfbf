import { beforeAll, describe, expect, it } from 'vitest';
import { describeEndpoints } from '@parley/core/extension';
import { basePaths, type AdminEndpoint } from '../shared/endpoint.ts';
import { allEndpoints } from '../http/endpoints.ts';
import { createAdminHarness } from '../testing/admin-harness.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly tags: readonly string[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema: object; example?: object }>>;
  };
  readonly responses: Readonly<Record<string, { description: string; content?: object }>>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { properties?: object }>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

let document: Document;
let operations: readonly (readonly [path: string, method: string, operation: Operation])[];
beforeAll(async () => {
  const harness = await createAdminHarness({ options: { version: '1.2.3' } });
  const viewer = await harness.addToken('viewer');
  const response = await harness.call('GET', '/openapi.json', { secret: viewer });
  expect(response.status).toBe(200);
  document = response.body as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [path, method, operation] as const),
  );
  await harness.testGateway.close();
});

const find = ({ audience, method, path }: AdminEndpoint): Operation | undefined =>
  document.paths[basePaths[audience] + template(path)]?.[method.toLowerCase()];
const template = (path: string) => path.replace(/:(\w+)(?:\{.*\})?/g, '{$1}');

describe('the document', () => {
  it('is OpenAPI 3.1 of this version', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'Parley', version: '1.2.3' });
  });

  it('has every admin endpoint, and itself', () => {
    const bySession = { session: [], console: [] };
    for (const endpoint of allEndpoints) {
      const { audience, method, path, summary } = endpoint;
      const operation = find(endpoint);
      expect(operation?.summary, `${method} ${path}`).toBe(summary);
      const own = audience === 'key' ? { key: [] } : { admin: [] };
      expect(operation?.security).toEqual(expect.arrayContaining([own, bySession]));
      expect(operation?.security.length).toBe(audience === 'key' ? 5 : 2);
    }
    expect(document.paths['/admin/v1/openapi.json']?.['get']).toBeDefined();
  });

  it('has every model endpoint with its security schemes', () => {
    for (const { method, path, policy } of Object.values(describeEndpoints())) {
      const operation = document.paths[template(path)]?.[method.toLowerCase()];
      expect(operation?.security.length, `${method} ${path}`).toBe(policy === 'key' ? 5 : 0);
    }
  });

  it('says that a response in the background can be read as a stream', () => {
    const operation = document.paths['/v1/responses/{id}']?.['get'];
    expect(operation?.responses['200']?.content).toHaveProperty(['text/event-stream']);
  });

  it('names each operation once and describes its parameters and responses', () => {
    const ids = operations.map(([, , { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [path, , operation] of operations) {
      expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
      expect(operation.summary).toMatch(/^\S.*[^.]$/);
      const named = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(named.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(named.every(({ required }) => required)).toBe(true);
      for (const [status, { description }] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^(?:2\d\d|default)$/);
        expect(description).not.toBe('');
      }
      for (const name of operation.security.flatMap((each) => Object.keys(each))) {
        expect(document.components.securitySchemes).toHaveProperty(name);
      }
    }
  });

  it.each([
    ['/admin/v1/accounts', 'get', 'listAccounts'],
    ['/admin/v1/accounts', 'post', 'createAccount'],
    ['/admin/v1/accounts/{id}', 'patch', 'changeAccount'],
    ['/admin/v1/accounts/{id}/top-ups', 'post', 'createAccountTopUp'],
    ['/admin/v1/upstreams/{id}', 'put', 'saveUpstream'],
    ['/admin/v1/upstreams/{id}/recoveries', 'post', 'createUpstreamRecovery'],
    ['/admin/v1/exchanges/{id}/cost', 'get', 'getExchangeCost'],
    ['/admin/v1/exchanges/live', 'get', 'followExchanges'],
    ['/admin/v1/ledger/quarantine', 'post', 'chargeQuarantine'],
    ['/key/v1/exchanges', 'get', 'listOwnExchanges'],
    ['/key/v1/rotations', 'post', 'createOwnRotation'],
    ['/v1/chat/completions', 'post', 'chatCompletions'],
  ])('calls %s %s %s', (path, method, operationId) => {
    expect(document.paths[path]?.[method]?.operationId).toBe(operationId);
  });

  it('has one described tag per operation', () => {
    const names = document.tags.map(({ name }) => name);
    const used = new Set(operations.flatMap(([, , operation]) => operation.tags));
    expect([...used].sort()).toEqual(names.toSorted());
    for (const [path, , operation] of operations) expect(operation.tags, path).toHaveLength(1);
    for (const { description } of document.tags) expect(description).toMatch(/\.$/);
  });

  it('has no broken references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(20);
    for (const [, reference = ''] of references) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] ?? '';
      expect(document.components.schemas, reference).toHaveProperty(name);
    }
  });

  it('describes every body by its schema', () => {
    for (const endpoint of allEndpoints) {
      const { path, body } = endpoint;
      if (body === undefined) continue;
      const { schema, example = {} } =
        find(endpoint)?.requestBody?.content['application/json'] ?? {};
      expect(body.safeParse(example).success, path).toBe(true);
      expect(schema, path).toMatchObject({ type: 'object', additionalProperties: false });
      const shape = (body as unknown as { shape: object }).shape;
      expect(Object.keys((schema as { properties: object }).properties)).toEqual(
        Object.keys(shape),
      );
    }
  });

  it('describes every response by its schema', () => {
    for (const { response } of allEndpoints) {
      if (response === undefined) continue;
      const id = response.meta()?.id ?? '';
      expect(document.components.schemas[id]?.properties, id).toBeDefined();
      expect(Object.keys(document.components.schemas[id]?.properties ?? {})).toEqual(
        Object.keys(response.shape),
      );
    }
  });

  it('describes paging and CSV of every list', () => {
    for (const endpoint of allEndpoints.filter((each) => each.list !== undefined)) {
      const { list } = endpoint;
      const operation = find(endpoint);
      const names = operation?.parameters?.map(({ name }) => name) ?? [];
      expect(names).toContain('format');
      if (list === 'page') expect(names).toEqual(expect.arrayContaining(['limit', 'after']));
      expect(operation?.responses['200']?.content).toHaveProperty('text/csv');
    }
  });

  it.each(['/admin/v1/exchanges', '/key/v1/exchanges'])(
    'says of %s that a page may be shorter than its limit although more follow',
    (path) => {
      const { description } = document.paths[path]?.['get'] ?? {};
      expect(description).toMatch(/50,000.*fewer than `limit`, or none, although more follow/);
    },
  );

  it('contains no data of the host', () => {
    expect(JSON.stringify(document)).not.toMatch(/127\.0\.0\.1|localhost|credential-of-ours/);
  });
});
