/** pi, for `setups.ts`. */
import type { Dialect } from '@parley/testkit';
import type { Agent } from './agent.ts';

/** Its API type for each format, and the path that its base URL needs. */
const interfaces: readonly (readonly [dialect: Dialect, api: string, path: string])[] = [
  ['openai-chat', 'openai-completions', '/v1'],
  ['anthropic-messages', 'anthropic-messages', ''],
  ['gemini-generate', 'google-generative-ai', '/v1beta'],
  ['openai-responses', 'openai-responses', '/v1'],
];

/** pi with a custom provider for each format. */
export const piSetups: readonly Agent[] = interfaces.map(([dialect, api, path]) => ({
  name: 'pi',
  dialect,
  variant: api,
  program: 'node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js',
  launch: (task, { url, key, model }) => ({
    arguments: ['--print', '--model', `parley/${model}`, task],
    environment: { PI_OFFLINE: '1' },
    settings: {
      '.pi/agent/models.json': JSON.stringify({
        providers: {
          parley: {
            baseUrl: `${url}${path}`,
            api,
            apiKey: key,
            models: [{ id: model, reasoning: true, contextWindow: 200_000, maxTokens: 32_000 }],
          },
        },
      }),
    },
  }),
  writeFile: (file, text) => ({ name: 'write', arguments: { path: file, content: text } }),
}));
