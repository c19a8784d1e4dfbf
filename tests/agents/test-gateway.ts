/** The gateway of the trials of agents. */
import { createScriptedUpstream, type Dialect, type ScriptedUpstream } from '@parley/testkit';
import { startParley, type Parley } from '../parley.ts';
import { openRecorder, type Recorder } from './recorder.ts';

/** A gateway with a scripted upstream of one format, and a recorder in front of each. */
export interface TestGateway {
  readonly upstream: ScriptedUpstream;
  readonly parley: Parley;
  readonly recorder: Recorder;
  close(): Promise<void>;
}

/** The upstream's credential, which no client may see. */
export const upstreamCredential = 'upstream-credential-1';

/** The call name for agents without model names of their own. */
export const defaultModel = 'scripted-model';

/** Provider, the path of its base URL, and a model with reasoning. */
const upstreams: Readonly<
  Record<Dialect, readonly [provider: string, path: string, model: string]>
> = {
  'openai-chat': ['openai', '/v1', 'gpt-5-mini'],
  'anthropic-messages': ['anthropic', '', 'claude-sonnet-4-6'],
  'gemini-generate': ['google', '', 'gemini-3.8-flash'],
  'openai-responses': ['openai', '/v1', 'gpt-6.1-sol'],
};

/** @param callNames the models that clients may request; all lead to one upstream model */
export async function startTestGateway(
  dialect: Dialect,
  callNames: readonly string[],
): Promise<TestGateway> {
  const upstream = await createScriptedUpstream();
  const [provider, path, model] = upstreams[dialect];
  const parley = await startParley(`
upstreams:
  scripted:
    provider: ${provider}
    dialect: ${dialect}
    base_url: '${upstream.url}${path}'
    credential: ${upstreamCredential}
    models: []
models:
${callNames.map((name) => `  ${name}: { targets: [{ upstream: scripted, model: ${model} }] }`).join('\n')}
`);
  const recorder = await openRecorder(parley.url);
  return {
    upstream,
    parley,
    recorder,
    async close() {
      await recorder.close();
      await parley.stop();
      await upstream.close();
    },
  };
}
