/** A gateway with the admin API for tests, and functions that call it. */
import { createAdminSecret } from '@parley/core/extension';
import type { AdminRole } from '@parley/core/store';
import { startTestGateway, type TestGateway, type TestGatewaySettings } from '@parley/core/testing';
import { createAdmin, type AdminOptions } from '../admin.ts';
import { adminEndpoints } from '../http/endpoints.ts';
import { createSignInLink } from '../sessions/sign-in.ts';
import { basePaths, type AdminEndpoint, type AdminMethod } from '../shared/endpoint.ts';

/** What an operator sends beside method and path. */
export interface AdminRequest {
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The admin token; that of the role `admin` by default. */
  readonly secret?: string;
  /** The network address of the client. */
  readonly address?: string;
}

export interface AdminResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body if it is JSON, otherwise undefined. */
  readonly body: unknown;
}

/** A test gateway with an admin token and a clock that can be advanced. */
export interface AdminHarness {
  readonly testGateway: TestGateway;
  readonly secret: string;
  /**
   * Calls the admin API, and checks each successful response against the schema of its endpoint.
   * @param path below `/admin/v1`
   */
  call(method: AdminMethod, path: string, request?: AdminRequest): Promise<AdminResponse>;
  addToken(role: AdminRole): Promise<string>;
  /** Sends a chat request with an API key. Returns its status. */
  chat(secret: string, model?: string): Promise<number>;
  createSignInLink(): Promise<string | undefined>;
  /** Advances the clock of the gateway. */
  pass(milliseconds: number): void;
}

/** Settings of a test gateway that has the admin API, and the console if `admin.console` is given. */
export interface AdminTestGatewaySettings extends TestGatewaySettings {
  readonly admin?: AdminOptions;
}

export function startAdminTestGateway({
  admin,
  ...settings
}: AdminTestGatewaySettings = {}): Promise<TestGateway> {
  const extensions = [createAdmin(admin)];
  return startTestGateway({ ...settings, options: { extensions, ...settings.options } });
}

export async function createAdminHarness(
  settings: AdminTestGatewaySettings = {},
): Promise<AdminHarness> {
  let passed = 0;
  const clock = {
    now: () => Date.now() + passed,
    monotonic: () => performance.now() + passed,
  };
  const testGateway = await startAdminTestGateway({
    ...settings,
    options: { clock, ...settings.options },
  });
  const addToken: AdminHarness['addToken'] = async (role) => {
    const { secret, hash, display } = await createAdminSecret();
    const id = `token-${hash.slice(0, 8)}`;
    await testGateway.store.addAdminToken({ id, name: role, role, hash, display, createdAt: 0 });
    return secret;
  };
  const secret = await addToken('admin');
  return {
    testGateway,
    secret,
    addToken,
    call: async (method, path, request = {}) => {
      const response = await send(testGateway, { method, path }, { secret, ...request });
      checkResponse(method, path, response);
      return response;
    },
    chat: async (key, model = 'm') => {
      const headers = { authorization: `Bearer ${key}` };
      const body = { model, messages: [{ role: 'user', content: 'Hi' }] };
      const response = await testGateway.post('/v1/chat/completions', body, { headers });
      await response.text();
      return response.status;
    },
    createSignInLink: () => createSignInLink({ store: testGateway.store, clock }),
    pass: (milliseconds) => {
      passed += milliseconds;
    },
  };
}

/** Calls the admin API of a test gateway without checking the response; without `secret` it sends no token. */
export async function send(
  { gateway }: TestGateway,
  { method, path }: { readonly method: string; readonly path: string },
  { body, headers, secret, address }: AdminRequest = {},
): Promise<AdminResponse> {
  const request = new Request(`http://parley.test${basePaths.operator}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const response = await gateway.fetch(request, address === undefined ? {} : { address });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body: parsed };
}

/** The endpoint that serves a path below `/admin/v1`. */
export function findEndpoint(method: string, path: string): AdminEndpoint | undefined {
  const [plain = ''] = path.split('?');
  return adminEndpoints.find((endpoint) => {
    const pattern = endpoint.path.replace(/:id\{\.\+\}/, '.+').replace(':id', '[^/]+');
    return endpoint.method === method && new RegExp(`^${pattern}$`).test(plain);
  });
}

/** @throws Error when a successful response does not match the description of its endpoint */
function checkResponse(method: string, path: string, { status, body, text }: AdminResponse): void {
  const endpoint = findEndpoint(method, path);
  if (endpoint === undefined || status >= 400) return;
  if (status !== endpoint.status) throw new Error(`${method} ${path} returned ${String(status)}.`);
  if (endpoint.response === undefined && text !== '') throw new Error('There should be no body.');
  if (endpoint.response === undefined || body === undefined) return;
  if (endpoint.list === undefined) endpoint.response.parse(body);
  else endpoint.response.array().parse((body as { data: unknown }).data);
}
