import { createAdminSecret } from '@parley/core/extension';
import type { AdminRole } from '@parley/core/store';
import { setStage, type Stage, type StageSettings } from '@parley/core/testing';
import { createAdmin, type AdminOptions } from '../admin.ts';
import { createSignInLink } from '../sessions/sign-in-link.ts';
import type { AdminEndpoint, AdminMethod } from '../shared/endpoint.ts';
import { adminBase, adminEndpoints } from '../http/endpoints.ts';

/** What an operator sends beside method and path. */
export interface AdminRequest {
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whose token is shown; that of an admin if absent. */
  readonly secret?: string;
  /** The network address it comes from. */
  readonly address?: string;
}

export interface AdminReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, read as JSON; nothing when it is something else. */
  readonly body: unknown;
}

/** A stage with an admin's token and a clock that can be moved. */
export interface AdminDesk {
  readonly stage: Stage;
  readonly secret: string;
  /**
   * Calls the admin API. Every good answer is held against the schema of its endpoint.
   * @param path below `/admin/v1`
   */
  call(method: AdminMethod, path: string, request?: AdminRequest): Promise<AdminReply>;
  addToken(role: AdminRole): Promise<string>;
  /** Asks a chat question as the holder of a key. Gives its status. */
  chat(secret: string, model?: string): Promise<number>;
  createSignInLink(): Promise<string | undefined>;
  /** Moves the gateway's clock on. */
  pass(milliseconds: number): void;
}

/** A stage whose gateway has the admin API, and a console when its files are given. */
export interface AdminStageSettings extends StageSettings {
  readonly admin?: AdminOptions;
}

export function setAdminStage({ admin, ...settings }: AdminStageSettings = {}): Promise<Stage> {
  const extensions = [createAdmin(admin)];
  return setStage({ ...settings, options: { extensions, ...settings.options } });
}

export async function setAdminDesk(settings: AdminStageSettings = {}): Promise<AdminDesk> {
  let passed = 0;
  const clock = {
    now: () => Date.now() + passed,
    monotonic: () => performance.now() + passed,
  };
  const stage = await setAdminStage({ ...settings, options: { clock, ...settings.options } });
  const addToken: AdminDesk['addToken'] = async (role) => {
    const { secret, hash, display } = await createAdminSecret();
    const id = `token-${hash.slice(0, 8)}`;
    await stage.store.addAdminToken({ id, name: role, role, hash, display, createdAt: 0 });
    return secret;
  };
  const secret = await addToken('admin');
  return {
    stage,
    secret,
    addToken,
    call: async (method, path, request = {}) => {
      const reply = await send(stage, { method, path }, { secret, ...request });
      checkReply(method, path, reply);
      return reply;
    },
    chat: async (key, model = 'm') => {
      const headers = { authorization: `Bearer ${key}` };
      const question = { model, messages: [{ role: 'user', content: 'Hi' }] };
      const response = await stage.post('/v1/chat/completions', question, { headers });
      await response.text();
      return response.status;
    },
    createSignInLink: () => createSignInLink({ store: stage.store, clock }),
    pass: (milliseconds) => {
      passed += milliseconds;
    },
  };
}

/** Calls the admin API of a stage with or without a token, and checks nothing. */
export async function send(
  { gateway }: Stage,
  { method, path }: { readonly method: string; readonly path: string },
  { body, headers, secret, address }: AdminRequest = {},
): Promise<AdminReply> {
  const request = new Request(`http://parley.test${adminBase}${path}`, {
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

/** The endpoint that a path leads to. */
export function findEndpoint(method: string, path: string): AdminEndpoint | undefined {
  const [plain = ''] = path.split('?');
  return adminEndpoints.find((endpoint) => {
    const pattern = endpoint.path.replace(/:id\{\.\+\}/, '.+').replace(':id', '[^/]+');
    return endpoint.method === method && new RegExp(`^${pattern}$`).test(plain);
  });
}

/** @throws Error when an answer is not what the document says of its endpoint */
function checkReply(method: string, path: string, { status, body, text }: AdminReply): void {
  const endpoint = findEndpoint(method, path);
  if (endpoint === undefined || status >= 400) return;
  if (status !== endpoint.status) throw new Error(`${method} ${path} answered ${String(status)}.`);
  if (endpoint.answer === undefined && text !== '') throw new Error('There should be no body.');
  if (endpoint.answer === undefined || body === undefined) return;
  if (endpoint.list === undefined) endpoint.answer.parse(body);
  else endpoint.answer.array().parse((body as { data: unknown }).data);
}
