import { createScriptedUpstream, type ScriptedUpstream } from '@parley/testkit';
import { startParley, type Parley } from '../parley.ts';

/** The formats an upstream may speak, by the provider that is configured for it. */
export const upstreamFormats = ['chat', 'messages'] as const;
export type UpstreamFormat = (typeof upstreamFormats)[number];

/** A gateway between a client under test and a scripted upstream of one format. */
export interface Stage {
  readonly upstream: ScriptedUpstream;
  readonly parley: Parley;
  close(): Promise<void>;
}

const upstreamLines: Readonly<Record<UpstreamFormat, (url: string) => string>> = {
  chat: (url) => `provider: openai, base_url: '${url}/v1'`,
  messages: (url) => `provider: anthropic, base_url: '${url}'`,
};

/** What a call name is told to be, so that neither format's own rules get in the way of the test. */
const modelNames: Readonly<Record<UpstreamFormat, string>> = {
  chat: 'gpt-4.1-mini',
  messages: 'claude-sonnet-4-5',
};

/** Sets the stage: the call name is `test-model`, whatever the upstream calls it. */
export async function setStage(format: UpstreamFormat): Promise<Stage> {
  const upstream = await createScriptedUpstream();
  const parley = await startParley(`
upstreams:
  scripted: { ${upstreamLines[format](upstream.url)}, credential: upstream-credential-1, models: [] }
models:
  test-model: { targets: [{ upstream: scripted, model: ${modelNames[format]} }] }
`);
  return {
    upstream,
    parley,
    async close() {
      await parley.stop();
      await upstream.close();
    },
  };
}

/** A red pixel. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

export const weatherSchema = {
  type: 'object' as const,
  properties: { city: { type: 'string' } },
  required: ['city'],
};

/** Two calls at once, as models make them. */
export const parallelCalls = [
  { id: 'call_oslo', name: 'get_weather', arguments: { city: 'Oslo' } },
  { id: 'call_rome', name: 'get_weather', arguments: { city: 'Rome' } },
];
