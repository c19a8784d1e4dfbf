/** A gateway whose upstreams echo our credentials and base URLs, and what a test can observe of it. */
import type { DialectId } from '@parley/protocol';
import { systemClock } from '../clock.ts';
import { configurationSchema } from '../configuration/schema.ts';
import { createGateway, type Gateway } from '../gateway.ts';
import { createKeySecret } from '../keys/secret.ts';
import type { UpstreamAnswer, UpstreamTransport } from '../ports.ts';
import { defaultAccountId } from '../store/index.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';

/** Credentials with every prefix that vendors use for their keys, and opaque, odd and short ones. */
export const credentials: readonly string[] = [
  'sk-proj-Zq81Xw52Cv93Bn64Mm75',
  'sk-ant-api03-Hd40Ty19Rf86Ws37-AA',
  'sk-or-v1-0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  'sk_live_Pa26Ke58Nu04Jx91',
  'pk_live_Vb73Lg15Oc82Iz60',
  'gsk_Dm49Qs07Et31Fy68Uh25',
  'csk-w3x9k2v8m4n7q1r5t6y0',
  'xai-Ga17Bw84Ck52Dj96El03',
  'nvapi-Rn65Sm38To71Up29Vq',
  'pplx-93ac7be15d2f80461c7e5a9b3d8f2046',
  'hf_XkqbJwzcYvefAnghTmij',
  'r8_UorbIwycEvdfOngsWmaj',
  'fw_PabbQwscLvkfJngh',
  'tgp_v1_Mi92Nj43Ok76Pl10',
  'AIzaSyCe57Df08Eg31Fh64Gi97Hj20Ik53Jl',
  'ya29.Wx74Xy05Yz36Za67',
  'bce-v3/ALTAK-Br48Cs79/Dt10Eu41',
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ0ZXN0In0.Fv72Gw03Hx34',
  '5d7c0b91-e64f-4a28-93c5-7f10ab86de32',
  'KsuboTwmvCyefDnzhPmqjRlgl',
  'n/6+z=8$u(2)o.4*i[0]e^3|m',
  String.raw`w"7\k\\h"5{d}9?v`,
  'hunter22',
  'tiny7',
  'k9',
];

/** The host of every upstream, and our account there. */
const host = 'llm7.vendor-host.test:8443';
const account = 'acct-zq81xw52cv93';
const upstreamModel = 'vendor-model-7b';

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

/** What an upstream echoes of our secrets. */
export interface Echo {
  /** One credential alone, for fields that hold a single word. */
  readonly word: string;
  /** All of them in full, with our base URL and account. */
  readonly words: string;
  /** Shortened as vendors do. */
  readonly cut: string;
  /** Encoded as in URLs, headers and JSON. */
  readonly coded: string;
}

const sentences = {
  words: [
    `The model ${upstreamModel} at https://${host}/${account} (203.0.113.7:8443, [2001:db8::77]:8443,`,
    'postgres://root:pw@db.example/x) refused org-AbCdEf123456 these API keys:',
    ...credentials,
  ].join(' '),
  cut: credentials
    .filter(({ length }) => length > 12)
    .flatMap((credential) => [
      `${credential.slice(0, 6)}***…${credential.slice(-4)},`,
      `${credential.slice(0, 9)}…`,
      `...${credential.slice(-6)}`,
    ])
    .join(' '),
  coded: credentials
    .flatMap((credential) => [
      encodeURIComponent(credential),
      credential.length < 8 ? '' : btoa(`user:${credential}`),
      JSON.stringify(credential),
    ])
    .join(' '),
};

/** @param index which of the credentials is the word, modulo their number */
export function createEcho(index: number): Echo {
  return { word: credentials[index % credentials.length] ?? '', ...sentences };
}

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
  return { send: async () => toUpstreamAnswer(answer()), close: async () => undefined };
}

function toUpstreamAnswer({ status = 200, headers, body }: EchoAnswer): UpstreamAnswer {
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

/** Finds our base URL and our account with the upstream, and what accompanies them in its sentences. */
export function findPlaces(text: string): readonly string[] {
  const places =
    /vendor-host|:8443|zq81xw52cv93|203\.0\.113|2001:db8|org-AbCd|root:pw|db\.example/gi;
  return text.match(places) ?? [];
}

/** Finds every credential of which a text contains a usable part, plain or escaped as JSON. */
export function findCredentials(text: string): readonly string[] {
  const small = text.toLowerCase();
  return credentials.filter((credential) => {
    if (credential.length >= 8) return tracesOf(credential).some((trace) => small.includes(trace));
    return new RegExp(String.raw`(?<![A-Za-z\d])${credential}(?![A-Za-z\d])`).test(text);
  });
}

const traces = new Map<string, readonly string[]>();

function tracesOf(credential: string): readonly string[] {
  const known = traces.get(credential);
  if (known !== undefined) return known;
  const coded = btoa(`user:${credential}`).replaceAll('=', '');
  const ends = [credential.slice(0, 8), credential.slice(-8)];
  const found = [...ends, encodeURIComponent(credential).slice(-8), coded.slice(8, 16)];
  const cut = [
    `${credential.slice(0, 6)}*`,
    `…${credential.slice(-4)}`,
    `.${credential.slice(-6)}`,
  ];
  const escape = (part: string) => JSON.stringify(part).slice(1, -1);
  const all = [...found, ...(credential.length > 12 ? cut : [])].flatMap((part) => [
    part,
    escape(part),
    escape(escape(part)),
  ]);
  const small = [...new Set(all.map((part) => part.toLowerCase()))];
  traces.set(credential, small);
  return small;
}
