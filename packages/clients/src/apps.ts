/** The steps for applications with a settings dialog or an import link. */
import type { Client, FullConnection, Step } from './client.ts';
import { quoteForShell } from './shells.ts';
import { fillField, withNote } from './step.ts';
import { makeWellFormed } from './text.ts';

/** The name of the gateway in applications. */
const name = 'Parley';
const holdsKey = 'This link holds the key: whoever has the link has the key.';

/**
 * @see https://docs.openwebui.com/getting-started/quick-start/connect-a-provider/starting-with-openai-compatible
 * @see https://docs.openwebui.com/reference/env-configuration for the variables
 */
export function describeOpenWebui({ url, key, model }: FullConnection): Client {
  const fields = [
    fillField('Admin Settings → Connections → OpenAI → Add Connection: URL', `${url}/v1`),
    fillField('Key', key),
    fillField('Model IDs; all models of the key when left empty', model),
  ];
  const variables = { OPENAI_API_BASE_URL: `${leaveContainer(url)}/v1`, OPENAI_API_KEY: key };
  const options = Object.entries(variables).map(
    ([variable, value]) => `  -e ${variable}=${quoteForShell(value)} \\\n`,
  );
  return {
    id: 'open-webui',
    title: 'Open WebUI',
    kind: 'app',
    dialects: ['openai-chat'],
    documentation: 'https://docs.openwebui.com/reference/env-configuration',
    steps: [
      ...withNote(
        fields,
        'Its server sends the requests. In a container 127.0.0.1 is the container itself: write host.docker.internal in its place, and start the gateway with --host 0.0.0.0.',
      ),
      {
        title: 'Or start it with the connection',
        language: 'sh',
        code: `docker run -d -p 3000:8080 \\
  --add-host=host.docker.internal:host-gateway \\
  -v open-webui:/app/backend/data \\
${options.join('')}  --name open-webui ghcr.io/open-webui/open-webui:main`,
        note: 'It reads these variables at its first start only; later the settings of its administrator count.',
      },
    ],
  };
}

/** The URL by which a container reaches a server on the loopback address of its host. */
function leaveContainer(url: string): string {
  return url.replace(
    /(?<=^https?:\/\/)(127\.0\.0\.1|localhost|\[::1\])(?=[:/]|$)/,
    'host.docker.internal',
  );
}

/**
 * @see https://docs.cherry-ai.com/docs/en-us/pre-basic/settings/providers for the fields
 * @see https://github.com/CherryHQ/cherry-studio, `src/main/services/protocol/handlers/providersImport.ts`, for the link
 */
export function describeCherryStudio({ url, key, model }: FullConnection): Client {
  return {
    id: 'cherry-studio',
    title: 'Cherry Studio',
    kind: 'app',
    dialects: ['openai-chat'],
    documentation: 'https://docs.cherry-ai.com/docs/en-us/pre-basic/settings/providers',
    steps: [
      {
        title: 'Import link',
        language: 'text',
        code: writeCherryLink({ url, key }),
        isLink: true,
        note: `${holdsKey} The model is chosen there, under Manage.`,
      },
      fillField('Or by hand: Settings → Model Provider → Add, of the type', 'OpenAI'),
      fillField('API Key', key),
      fillField('API Host', url),
      fillField('Add Model', model),
    ],
  };
}

/** The client misreads unescaped quotes and brackets, and decodes only the standard base64 alphabet. */
function writeCherryLink({ url, key }: Pick<FullConnection, 'url' | 'key'>): string {
  const provider = { id: 'parley', name, type: 'openai', baseUrl: url, apiKey: key };
  const json = JSON.stringify(provider).replaceAll(
    /['()]/g,
    (character) => String.raw`\u00${character.charCodeAt(0).toString(16)}`,
  );
  const bytes = new TextEncoder().encode(makeWellFormed(json));
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `cherrystudio://providers/api-keys?v=1&data=${data}`;
}

/** The path after the URL for each program that CC Switch manages. */
const switched = [
  { app: 'claude', title: 'Claude Code', path: '' },
  { app: 'codex', title: 'Codex', path: '/v1' },
  { app: 'gemini', title: 'Gemini CLI', path: '' },
  { app: 'opencode', title: 'opencode', path: '/v1' },
] as const;

/** @see https://github.com/farion1231/cc-switch/blob/main/docs/user-manual/en/5-faq/5.3-deeplink.md */
export function describeCcSwitch({ url, key, model }: FullConnection): Client {
  const steps = switched.map(({ app, title, path }): Step => {
    const parameters = {
      resource: 'provider',
      app,
      name,
      endpoint: url + path,
      apiKey: key,
      model,
    };
    const query = Object.entries(parameters).map(
      ([parameter, value]) => `${parameter}=${encodeURIComponent(makeWellFormed(value))}`,
    );
    return {
      title: `Import link for ${title}`,
      language: 'text',
      code: `ccswitch://v1/import?${query.join('&')}`,
      isLink: true,
    };
  });
  return {
    id: 'cc-switch',
    title: 'CC Switch',
    kind: 'app',
    dialects: ['anthropic-messages', 'openai-responses', 'gemini-generate', 'openai-chat'],
    documentation:
      'https://github.com/farion1231/cc-switch/blob/main/docs/user-manual/en/5-faq/5.3-deeplink.md',
    steps: steps.map((step) => ({ ...step, note: holdsKey })),
  };
}
