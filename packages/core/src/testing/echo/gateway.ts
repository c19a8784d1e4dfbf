/** A gateway whose upstreams echo our credentials and base URLs, and what a test can observe of it. */
import type { DialectId } from '@parley/protocol';
import { systemClock } from '../../clock.ts';
import { configurationSchema } from '../../configuration/schema.ts';
import { createGateway, type Gateway } from '../../gateway.ts';
import { createKeySecret } from '../../keys/secret.ts';
import type { UpstreamResponse, UpstreamTransport } from '../../ports.ts';
import { defaultAccountId } from '../../store/index.ts';
import { createMemoryStore } from '../../memory-store/memory-store.ts';
import { account, credentials, host, upstreamModel } from './secrets.ts';

const providers = {
  'openai-chat': 'openai-compatible',
  'anthropic-messages': 'anthropic-compatible',
  'gemini-generate': 'gemini-compatible',
  'openai-responses': 'responses-compatible',
} as const satisfies Record<DialectId, string>;

const dialects = Object.keys(providers) as readonly DialectId[];

/** Every dialect of a client with every dialect of an upstream. */
export const pairs = dialects.flatMap((inbound) =>
  dialects.map((outbound) => [inbound, outbound] as const),
);

/** A response of an upstream. */
export interface EchoAnswer {
  /** 200 when absent. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface EchoRequest {
  readonly inbound: DialectId;
  readonly outbound: DialectId;
  readonly stream: boolean;
  /** An endpoint other than the one that generates replies. */
  readonly path?: string;
  readonly body?: object;
}

/** What a test can observe of a request. */
export interface Traces {
  /** How often the upstream was called. */
  readonly calls: number;
  readonly status: number;
  readonly body: string;
  readonly headers: string;
  /** Its record in the store. */
  readonly record: string;
  readonly log: string;
}

export interface EchoGateway {
  readonly gateway: Gateway;
  /** Sets the response of all upstreams; when the function throws, the connection fails. */
  script(answer: () => EchoAnswer): void;
  ask(asked: EchoRequest): Promise<Traces>;
  /** Clears what the gateway knows of the upstreams, such as which of them cannot count tokens. */
  forget(): void;
}

/** One upstream for each dialect, with all credentials and a scripted transport. */
export async function createEchoGateway(): Promise<EchoGateway> {
  const store = createMemoryStore();
  const { secret, hash, display } = await createKeySecret();
  const names = { id: 'key_1', name: 'test', accountId: defaultAccountId };
  await store.addKey(
    { ...names, groups: ['default'], limits: {}, createdAt: 0, disabled: false },
    { keyId: 'key_1', hash, display, createdAt: 0 },
  );
  let answer = (): EchoAnswer => ({ body: '' });
  const log: string[] = [];
  let calls = 0;
  let skippedMs = 0;
  const gateway = createGateway({
    store,
    clock: {
      now: () => systemClock.now() + skippedMs,
      monotonic: () => systemClock.monotonic() + skippedMs,
    },
    configuration: describeUpstreams(),
    log: (level, message, fields) => log.push(writeLine({ level, message, ...fields })),
    transport: createEchoTransport(() => {
      calls++;
      return answer();
    }),
  });
  const takeLog = (): string => log.splice(0).join('\n');
  return {
    gateway,
    script: (next) => void (answer = next),
    forget: () => gateway.reload(describeUpstreams()),
    async ask(asked) {
      const { path, body } = { ...writeRequest(asked), ...asked };
      const records = store.exchanges.length;
      takeLog();
      calls = 0;
      // An upstream that limited its rate in the question before is called again.
      skippedMs += 600_000;
      const response = await gateway.fetch(
        new Request(`http://parley.test${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${secret}`,
            'content-type': 'application/json',
            'parley-explain': 'notes',
          },
          body: JSON.stringify(body),
        }),
      );
      const text = await response.text();
      return {
        calls,
        status: response.status,
        body: text,
        headers: JSON.stringify([...response.headers]),
        record: JSON.stringify(store.exchanges.slice(records)),
        log: takeLog(),
      };
    },
  };
}

/** As a log would write it, errors in full. */
function writeLine(fields: object): string {
  return JSON.stringify(fields, (_, value: unknown) => {
    if (!(value instanceof Error)) return value;
    const { name, message, stack, cause } = value;
    return { code: 'code' in value ? value.code : undefined, name, message, stack, cause };
  });
}

/** A transport to an upstream that responds with what `answer` returns, and fails with what it throws. */
export function createEchoTransport(answer: () => EchoAnswer): UpstreamTransport {
  return { send: async () => toUpstreamResponse(answer()), close: async () => undefined };
}

function toUpstreamResponse({ status = 200, headers, body }: EchoAnswer): UpstreamResponse {
  const chunks = [new TextEncoder().encode(body)];
  return {
    status,
    headers: new Headers(headers),
    body: { read: async () => chunks.shift(), cancel: () => undefined },
  };
}

/** The first credential is the upstream's API key; the others are additional headers. */
function describeUpstreams() {
  const [credential, ...others] = credentials;
  const headers = others.map((secret, index) => [`x-key-${String(index)}`, secret] as const);
  const upstream = {
    base_url: `http://${host}/${account}`,
    credential,
    headers: Object.fromEntries(headers),
    models: [],
    // A test advances the clock while it waits.
    first_byte_timeout: 86_400,
    total_timeout: 86_400,
  };
  return configurationSchema.parse({
    upstreams: Object.fromEntries(
      dialects.map((dialect) => [dialect, { ...upstream, provider: providers[dialect], dialect }]),
    ),
    groups: { default: { count_tokens: 'native' } },
    models: Object.fromEntries(
      dialects.map((dialect) => [
        callNameOf(dialect),
        { targets: [{ upstream: dialect, model: upstreamModel }] },
      ]),
    ),
  });
}

/** The call name of the model of a dialect's upstream. */
export function callNameOf(dialect: DialectId): string {
  return `call-${dialect}`;
}

function writeRequest({ inbound, outbound, stream }: EchoRequest) {
  const model = callNameOf(outbound);
  const chat = { model, stream, messages: [{ role: 'user', content: 'Hi' }] };
  const action = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  const requests = {
    'openai-chat': { path: '/v1/chat/completions', body: chat },
    'anthropic-messages': { path: '/v1/messages', body: { ...chat, max_tokens: 64 } },
    'openai-responses': { path: '/v1/responses', body: { model, stream, input: 'Hi' } },
    'gemini-generate': {
      path: `/v1beta/models/${model}:${action}`,
      body: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
    },
  };
  return requests[inbound];
}
