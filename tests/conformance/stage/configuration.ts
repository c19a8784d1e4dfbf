// How our own gateway is told of the suite's upstreams.
/** The formats that upstreams speak. */
export const upstreamFormats = ['chat', 'messages', 'gemini', 'responses'] as const;
export type UpstreamFormat = (typeof upstreamFormats)[number];

/**
 * What is wrong with an upstream. Each kind has upstreams of its own, because a gateway remembers
 * what failed and goes there last.
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

/** The secret that no caller may ever see. */
export const upstreamCredential = 'upstream-credential-1';

const providers: Readonly<Record<UpstreamFormat, readonly [provider: string, path: string]>> = {
  chat: ['openai-compatible', '/v1'],
  messages: ['anthropic-compatible', ''],
  gemini: ['gemini-compatible', ''],
  responses: ['responses-compatible', '/v1'],
};

/** The upstream's own names, by which gateways guess what a model can do. */
const models: Readonly<Record<UpstreamFormat, string>> = {
  chat: 'open-model',
  messages: 'claude-sonnet-4-5',
  gemini: 'gemini-3.8-flash',
  responses: 'gpt-5.4',
};

/** The call name of a model behind the upstream of a format. */
export function nameModel(format: UpstreamFormat, kind: UpstreamKind = 'good'): string {
  return kind === 'good' ? `by-${format}` : `by-${kind}-${format}`;
}

/** A call name that holds colons and slashes. */
export const oddName = 'odd/name:with:colons';

function eachUpstream<Value>(
  describe: (format: UpstreamFormat, kind: UpstreamKind) => readonly [string, Value],
): Record<string, Value> {
  return Object.fromEntries(
    upstreamKinds.flatMap((kind) => upstreamFormats.map((format) => describe(format, kind))),
  );
}

/** Waits in seconds of what is not the usual. Brief ones are given up before they hold up others. */
const waits: Partial<Readonly<Record<UpstreamKind, object>>> = {
  slow: { first_byte_timeout: 1 },
  brief: { first_byte_timeout: 12, idle_timeout: 12, total_timeout: 12 },
};

/** The whole of `parley.yaml`; JSON is YAML too. @param url of the scripted upstream */
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
  return JSON.stringify({ upstreams, models: { ...named, [oddName]: odd }, prices });
}
