/** A gateway with scripted upstreams, for tests of whole requests. */
import { createScriptedUpstream, type ScriptedUpstream } from '@parley/testkit';
import type * as z from 'zod';
import {
  configurationSchema,
  type GroupConfiguration,
  type UpstreamConfiguration,
} from '../configuration/schema.ts';
import type { GatewayOptions } from '../gateway-parts.ts';
import { createGateway, type Gateway } from '../gateway.ts';
import { createKeySecret } from '../keys/secret.ts';
import { defaultAccountId, type KeyRecord } from '../store/index.ts';
import { createMemoryStore, type MemoryStore } from '../memory-store/memory-store.ts';

/** The formats of upstreams. */
export type Format = 'chat' | 'messages' | 'gemini' | 'responses';

/** The upstreams listen on real sockets; the gateway is called without one. */
export interface TestGateway {
  readonly gateway: Gateway;
  readonly store: MemoryStore;
  /** Scripted upstreams, in the order in which they are tried. */
  readonly upstreams: readonly ScriptedUpstream[];
  readonly upstream: ScriptedUpstream;
  readonly secret: string;
  /** All log entries, one line of JSON each. */
  readonly log: readonly string[];
  /** Adds another key of the default account and returns its secret. */
  addKey(key: Partial<KeyRecord> & Pick<KeyRecord, 'id'>): Promise<string>;
  /** Sends a body with the credential of the key. */
  post(path: string, body: unknown, init?: PostOptions): Promise<Response>;
  close(): Promise<void>;
}

export interface PostOptions extends RequestInit {
  readonly headers?: Record<string, string>;
}

export interface TestGatewaySettings {
  /** One upstream for each format; all of them serve the model `m`. */
  readonly formats?: readonly Format[];
  readonly upstream?: Partial<UpstreamConfiguration>;
  readonly group?: Partial<GroupConfiguration>;
  /** All groups, instead of the default one. */
  readonly groups?: z.input<typeof configurationSchema>['groups'];
  /** The upstreams' own name of the model. */
  readonly model?: string;
  readonly key?: Partial<KeyRecord>;
  /** Prices and other settings, in the format of the configuration file. */
  readonly configuration?: z.input<typeof configurationSchema>;
  readonly options?: Partial<GatewayOptions>;
}

/** The call name that clients use, whatever the upstream's own model name is. */
export const callName = 'm';

/** The credential that is sent to every upstream. */
export const credential = 'credential-of-ours';

export const chatRequest = { model: callName, messages: [{ role: 'user', content: 'Hi' }] };
export const messagesRequest = { ...chatRequest, max_tokens: 512 };

/** A key without any limit. */
const plainKey = {
  name: 'test',
  accountId: defaultAccountId,
  groups: ['default'],
  limits: {},
  createdAt: 0,
  disabled: false,
} as const;

export async function startTestGateway(settings: TestGatewaySettings = {}): Promise<TestGateway> {
  const formats = settings.formats ?? ['chat'];
  const upstreams = await Promise.all(formats.map(() => createScriptedUpstream()));
  const store = createMemoryStore();
  const addKey: TestGateway['addKey'] = async (key) => {
    const { secret, hash, display } = await createKeySecret();
    await store.addKey({ ...plainKey, ...key }, { keyId: key.id, hash, display, createdAt: 0 });
    return secret;
  };
  const secret = await addKey({ id: 'key_1', ...settings.key });
  const log: string[] = [];
  const gateway = createGateway({
    store,
    configuration: configurationSchema.parse({
      ...settings.configuration,
      upstreams: Object.fromEntries(
        formats.map((format, index) => [
          `up${String(index)}`,
          describeUpstream(format, upstreams[index], settings),
        ]),
      ),
      groups: settings.groups ?? { default: settings.group ?? {} },
      models: {
        ...settings.configuration?.models,
        [callName]: {
          targets: formats.map((_, index) => ({
            upstream: `up${String(index)}`,
            model: settings.model ?? 'scripted-model',
            priority: index,
          })),
        },
      },
    }),
    log: (level, message, fields) => log.push(JSON.stringify({ level, message, ...fields })),
    ...settings.options,
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
  return {
    gateway,
    store,
    upstreams,
    upstream: first(upstreams),
    secret,
    log,
    addKey,
    post: (path, body, init = {}) =>
      gateway.fetch(
        new Request(`http://parley.test${path}`, {
          method: 'POST',
          body: typeof body === 'string' ? body : JSON.stringify(body),
          ...init,
          headers: { ...headers, ...init.headers },
        }),
      ),
    async close() {
      await gateway.close();
      await Promise.all(upstreams.map((upstream) => upstream.close()));
    },
  };
}

/** The provider of each format, its dialect, and the end of its base URL. */
const speakers = {
  chat: { provider: 'openai', dialect: 'openai-chat', version: '/v1' },
  messages: { provider: 'anthropic', dialect: 'anthropic-messages', version: '' },
  gemini: { provider: 'google', dialect: 'gemini-generate', version: '' },
  responses: { provider: 'openai', dialect: 'openai-responses', version: '/v1' },
} as const;

function describeUpstream(
  format: Format,
  upstream: ScriptedUpstream | undefined,
  settings: TestGatewaySettings,
): unknown {
  const { provider, dialect, version } = speakers[format];
  return {
    provider,
    dialect,
    base_url: `${upstream?.url ?? ''}${version}`,
    credential,
    models: [],
    ...settings.upstream,
  };
}

function first<Value>(values: readonly Value[]): Value {
  const [value] = values;
  if (value === undefined) throw new Error('The test gateway needs an upstream.');
  return value;
}
