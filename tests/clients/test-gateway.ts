/** A gateway with a scripted upstream of every format, for the tests of clients. */
import { createScriptedUpstream, type Dialect, type ScriptedUpstream } from '@parley/testkit';
import { startParley, type Parley } from '../parley.ts';

/** The formats of an upstream. */
export const upstreamFormats = ['chat', 'messages', 'gemini', 'responses'] as const;
export type UpstreamFormat = (typeof upstreamFormats)[number];

/** A gateway between a client under test and a scripted upstream of every format. */
export interface TestGateway {
  readonly upstream: ScriptedUpstream;
  readonly parley: Parley;
  close(): Promise<void>;
}

/** The upstream's credential, which no client may see. */
export const upstreamCredential = 'upstream-credential-1';

interface Part {
  readonly dialect: Dialect;
  readonly provider: string;
  readonly path: string;
  /** A model with reasoning. */
  readonly model: string;
  /** The part of its profile that does not follow from its name. */
  readonly profile?: Readonly<Record<string, unknown>>;
}

/** The gateway's configuration of the upstream, for each format. */
export const parts: Readonly<Record<UpstreamFormat, Part>> = {
  chat: {
    dialect: 'openai-chat',
    provider: 'openai-compatible',
    path: '/v1',
    model: 'open-reasoner',
    profile: { reasoning: 'effort', efforts: ['low', 'medium', 'high'], echoes_reasoning: true },
  },
  messages: {
    dialect: 'anthropic-messages',
    provider: 'anthropic-compatible',
    path: '',
    model: 'claude-sonnet-4-5',
  },
  gemini: {
    dialect: 'gemini-generate',
    provider: 'gemini-compatible',
    path: '',
    model: 'gemini-3.8-flash',
  },
  responses: {
    dialect: 'openai-responses',
    provider: 'responses-compatible',
    path: '/v1',
    model: 'gpt-5.4',
  },
};

/** Families of models. */
const families = ['gpt', 'claude', 'gemini'] as const;
export type Family = (typeof families)[number];

/** Libraries have rules for names that they know, so the call names begin like those. */
const familiarNames: Readonly<Record<Family, string>> = {
  gpt: 'gpt-5.4',
  claude: 'claude-sonnet-4-5',
  gemini: 'gemini-3.8-flash',
};

/** The call name by which clients of a family use the upstream in one of its formats. */
export function nameModel(family: Family, format: UpstreamFormat): string {
  return `${familiarNames[family]}-by-${format}`;
}

/** An unknown model of a messages upstream. */
export const unknownModel = 'unknown-model';

function configureUpstream({ provider, path }: Part, url: string) {
  return { provider, base_url: url + path, credential: upstreamCredential, models: [] };
}

function configureModel(format: UpstreamFormat) {
  const { model, profile } = parts[format];
  return { targets: [{ upstream: format, model }], ...(profile ? { profile } : {}) };
}

/** JSON is valid YAML. */
function configure(url: string): string {
  const models = upstreamFormats.flatMap((format) =>
    families.map((family) => [nameModel(family, format), configureModel(format)] as const),
  );
  const upstreams = upstreamFormats.map(
    (format) => [format, configureUpstream(parts[format], url)] as const,
  );
  return JSON.stringify({
    upstreams: Object.fromEntries(upstreams),
    models: {
      ...Object.fromEntries(models),
      [unknownModel]: { targets: [{ upstream: 'messages', model: unknownModel }] },
    },
  });
}

export async function startTestGateway(
  environment: Readonly<Record<string, string>> = {},
): Promise<TestGateway> {
  const upstream = await createScriptedUpstream();
  const parley = await startParley(configure(upstream.url), environment);
  return {
    upstream,
    parley,
    async close() {
      await parley.stop();
      await upstream.close();
    },
  };
}
