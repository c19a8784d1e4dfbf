// The configuration with which a gateway uses the upstreams of the suite.
/** The upstream formats. */
export const upstreamFormats = ['chat', 'messages', 'gemini', 'responses'] as const;
export type UpstreamFormat = (typeof upstreamFormats)[number];

/**
 * The behaviour of an upstream. Each kind has its own upstreams, because a gateway tries upstreams that
 * failed recently last.
 */
export const upstreamKinds = [
  'good',
  'refusing',
  'throttling',
  'broken',
  'slow',
  'brief',
  'away',
] as const;
export type UpstreamKind = (typeof upstreamKinds)[number];

/** The credential of the upstreams, which no client may ever see. */
export const upstreamCredential = 'upstream-credential-1';

const providers: Readonly<Record<UpstreamFormat, readonly [provider: string, path: string]>> = {
  chat: ['openai-compatible', '/v1'],
  messages: ['anthropic-compatible', ''],
  gemini: ['gemini-compatible', ''],
  responses: ['responses-compatible', '/v1'],
};

/** The upstream's own model names, from which gateways infer what a model supports. */
const models: Readonly<Record<UpstreamFormat, string>> = {
  chat: 'open-model',
  messages: 'claude-sonnet-4-5',
  gemini: 'gemini-3.8-flash',
  responses: 'gpt-5.4',
};

/** The call name of a model of an upstream. */
export function nameModel(format: UpstreamFormat, kind: UpstreamKind = 'good'): string {
  return kind === 'good' ? `by-${format}` : `by-${kind}-${format}`;
}

/** The origin whose pages may call the gateway. */
export const allowedOrigin = 'https://app.parley.example';

/** A call name with colons and slashes. */
export const oddName = 'odd/name:with:colons';

function eachUpstream<Value>(
  describe: (format: UpstreamFormat, kind: UpstreamKind) => readonly [string, Value],
): Record<string, Value> {
  return Object.fromEntries(
    upstreamKinds.flatMap((kind) => upstreamFormats.map((format) => describe(format, kind))),
  );
}

/** Timeouts in seconds that differ from the default. `brief` ones end before they delay other scenarios. */
const waits: Partial<Readonly<Record<UpstreamKind, object>>> = {
  slow: { first_byte_timeout: 1 },
  brief: { first_byte_timeout: 12, idle_timeout: 12, total_timeout: 12 },
};

/** The content of `parley.yaml`, as JSON, which is valid YAML. @param url of the scripted upstream */
export function writeConfiguration(url: string, refusedUrl: string): string {
  const upstreams = eachUpstream((format, kind) => {
    const [provider, path] = providers[format];
    const base = kind === 'away' ? refusedUrl : `${url}/${kind}`;
    return [
      `${kind}-${format}`,
      {
        provider,
        base_url: base + path,
        credential: upstreamCredential,
        models: [],
        ...waits[kind],
      },
    ];
  });
  const named = eachUpstream((format, kind) => [
    nameModel(format, kind),
    { targets: [{ upstream: `${kind}-${format}`, model: models[format] }] },
  ]);
  const odd = { targets: [{ upstream: 'good-chat', model: models.chat }] };
  const prices = Object.keys(upstreams).map((name) => ({
    match: `${name}/*`,
    input: 1,
    output: 2,
  }));
  return JSON.stringify({
    cors: { origins: [allowedOrigin] },
    upstreams,
    models: { ...named, [oddName]: odd },
    prices,
  });
}
