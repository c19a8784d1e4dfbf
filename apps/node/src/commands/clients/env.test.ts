import { execFileSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeyView } from '@parley/admin';
import type { Setup } from '@parley/clients';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';
import { listen } from '../../testing/test-server.ts';

const variables = { PARLEY_KEY: 'sk-parley-mine', PARLEY_URL: 'http://gateway:1/v1/' };
let cli: CliFolder;

beforeEach(() => {
  cli = createCliFolder();
});

afterEach(() => cli.remove());

const listed = [
  { id: 'smart', max_input_tokens: 64_000, max_tokens: 8_000 },
  { id: 'one', max_input_tokens: null, max_tokens: 'many' },
];

/** A gateway that only lists models. */
function listenAsGateway(status = 200): Promise<string> {
  return listen((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ object: 'list', data: [...listed, { id: 'two' }] }));
  });
}

describe('parley env', () => {
  async function setUp(
    client: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Setup> {
    const { stdout } = await cli.call(['env', client, '--json', '--model', 'smart'], {
      ...variables,
      ...more,
    });
    return JSON.parse(stdout) as Setup;
  }

  it.each([
    ['claude', { ANTHROPIC_BASE_URL: 'http://gateway:1', ANTHROPIC_AUTH_TOKEN: 'sk-parley-mine' }],
    ['claude', { ANTHROPIC_MODEL: 'smart', ANTHROPIC_DEFAULT_HAIKU_MODEL: 'smart' }],
    ['claude', { ANTHROPIC_DEFAULT_FABLE_MODEL: 'smart' }],
    ['qwen', { OPENAI_BASE_URL: 'http://gateway:1/v1', OPENAI_MODEL: 'smart' }],
    ['copilot', { COPILOT_PROVIDER_BASE_URL: 'http://gateway:1/v1', COPILOT_MODEL: 'smart' }],
    ['codex', { PARLEY_KEY: 'sk-parley-mine' }],
    ['gemini', { GOOGLE_GEMINI_BASE_URL: 'http://gateway:1', GEMINI_API_KEY: 'sk-parley-mine' }],
    ['openai', { OPENAI_BASE_URL: 'http://gateway:1/v1', OPENAI_API_KEY: 'sk-parley-mine' }],
    ['anthropic', { ANTHROPIC_BASE_URL: 'http://gateway:1', ANTHROPIC_API_KEY: 'sk-parley-mine' }],
    ['google', { GOOGLE_GEMINI_BASE_URL: 'http://gateway:1', GEMINI_API_KEY: 'sk-parley-mine' }],
  ])('points %s at the gateway', async (client, environment) => {
    expect((await setUp(client)).environment).toMatchObject(environment);
  });

  it('configures a Responses provider for Codex, without the key in its arguments', async () => {
    const { arguments: words = [] } = await setUp('codex');
    expect(words).toContain('model_providers.parley.base_url="http://gateway:1/v1"');
    expect(words).toContain('model_providers.parley.wire_api="responses"');
    expect(words).toContain('model="smart"');
    expect(words.join(' ')).not.toContain('sk-parley');
  });

  it('configures every model that the key may use for opencode', async () => {
    const { settings } = await setUp('opencode', { PARLEY_URL: await listenAsGateway() });
    const content = JSON.parse(settings?.content ?? '') as {
      readonly model: string;
      readonly provider: { readonly parley: { readonly models: object } };
    };
    expect(content.model).toBe('parley/smart');
    expect(Object.keys(content.provider.parley.models)).toEqual(['smart', 'one', 'two']);
    expect(settings?.content).not.toContain('sk-parley');
  });

  it('says how much the chosen model takes, if the gateway knows it', async () => {
    const gateway = { PARLEY_URL: await listenAsGateway() };
    const claude = (await setUp('claude', gateway)).environment;
    expect(claude['CLAUDE_CODE_MAX_CONTEXT_TOKENS']).toBe('64000');
    expect((await setUp('codex', gateway)).arguments).toContain('model_context_window=64000');
    const { settings } = await setUp('opencode', gateway);
    const provider: unknown = JSON.parse(settings?.content ?? '{}');
    const limit = { context: 64_000, output: 8_000 };
    const models = { smart: { name: 'smart', limit }, one: { name: 'one' }, two: { name: 'two' } };
    expect(provider).toMatchObject({ provider: { parley: { models } } });
    expect(settings?.content.match(/limit/g)).toHaveLength(1);
    const refused = { PARLEY_URL: await listenAsGateway(401) };
    expect((await setUp('claude', refused)).environment).not.toHaveProperty(
      'CLAUDE_CODE_MAX_CONTEXT_TOKENS',
    );
  });

  it('says that a client needs a model, unless it has one', async () => {
    const hint = 'GitHub Copilot CLI starts only with a model: name one with --model.';
    expect((await cli.call(['env', 'copilot'], variables)).stderr).toContain(hint);
    const chosen = { ...variables, COPILOT_MODEL: 'smart' };
    expect((await cli.call(['env', 'copilot'], chosen)).stderr).not.toContain(hint);
    const named = await cli.call(['env', 'copilot', '--model', 'smart'], variables);
    expect(named.stderr).not.toContain(hint);
  });

  it('reports that the gateway refuses the key', async () => {
    const environment = { ...variables, PARLEY_URL: await listenAsGateway(401) };
    expect(await cli.call(['env', 'opencode'], environment)).toMatchObject({ code: 3, stdout: '' });
  });

  it.each([
    ['bash', "unset ANTHROPIC_API_KEY\nexport ANTHROPIC_BASE_URL='http://gateway:1'\n"],
    ['fish', "set -e ANTHROPIC_API_KEY\nset -gx ANTHROPIC_BASE_URL 'http://gateway:1'\n"],
    ['powershell', "$env:ANTHROPIC_BASE_URL = 'http://gateway:1'\n"],
    ['cmd', 'set "ANTHROPIC_BASE_URL=http://gateway:1"\n'],
  ])('writes it for %s', async (shell, part) => {
    const { code, stdout } = await cli.call(['env', 'claude', '--shell', shell], variables);
    expect(code).toBe(0);
    expect(stdout).toContain(part);
  });

  it('refuses a key that the shell cannot represent', async () => {
    const key = { ...variables, PARLEY_KEY: 'sk-parley-\nmine' };
    const result = await cli.call(['env', 'claude', '--shell', 'cmd'], key);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain('cmd cannot set ANTHROPIC_AUTH_TOKEN');
    expect(result.stderr).not.toContain('mine');
  });

  it('writes for the shell of the user', async () => {
    const { stdout } = await cli.call(['env', 'openai'], { ...variables, SHELL: '/usr/bin/fish' });
    expect(stdout).toMatch(/^set -gx OPENAI_BASE_URL/m);
    expect(await cli.call(['env', 'openai', '--shell', 'tcsh'], variables)).toMatchObject({
      code: 1,
    });
  });

  it('creates a key for one day when there is none and the gateway is on this machine', async () => {
    const own = { PARLEY_KEY: '', PARLEY_URL: '', PARLEY_HOST: '0.0.0.0', PORT: '9000' };
    const { stdout, stderr } = await cli.call(['env', 'openai'], { ...variables, ...own });
    expect(stdout).toContain("OPENAI_BASE_URL='http://127.0.0.1:9000/v1'");
    expect(stdout).toMatch(/OPENAI_API_KEY='sk-parley-\w{49}'/);
    expect(stderr).toMatch(
      /^Created the key sk-parley-\S+ for OpenAI's libraries; it expires in one day\.\n$/,
    );
    const [key] = await cli.callJson<KeyView[]>('keys', 'list');
    expect(Date.parse(key?.expires_at ?? '') - Date.now()).toBeLessThanOrEqual(86_400_000);
  });

  it('gives a client the same key until it may not be used any more', async () => {
    const own = { PARLEY_KEY: '', PARLEY_URL: '' };
    const keyOf = async (client: string): Promise<string | undefined> =>
      /sk-parley-\w{49}/.exec((await cli.call(['env', client], own)).stdout)?.[0];
    const first = await keyOf('openai');
    expect(await keyOf('openai')).toBe(first);
    expect(await keyOf('anthropic')).not.toBe(first);
    const keys = await cli.callJson<KeyView[]>('keys', 'list');
    expect(keys.map(({ name }) => name).sort()).toEqual(['anthropic', 'openai']);
    const [openai] = keys.filter(({ name }) => name === 'openai');
    await cli.call(['keys', 'disable', openai?.id ?? '']);
    expect(await keyOf('openai')).not.toBe(first);
    const file = join(cli.environment['PARLEY_DATA'] ?? '', 'client-keys.json');
    expect(statSync(file).mode & 0o077).toBe(0);
    writeFileSync(file, 'damaged');
    expect(await keyOf('anthropic')).toMatch(/^sk-parley-/);
  });

  it('finds the port of the gateway that runs with the same data', async () => {
    const gateway = cli.start(['start', '--no-local', '--port', '0']);
    const [, url = ''] = await gateway.whenWritten(/Base URL +(\S+)/);
    const { stdout } = await cli.call(['env', 'openai'], { PARLEY_KEY: 'sk-parley-mine' });
    expect(stdout).toContain(`OPENAI_BASE_URL='${url}/v1'`);
    expect((await cli.call(['health'])).code).toBe(0);
    gateway.child.kill('SIGTERM');
    await gateway.ended;
    const after = await cli.call(['env', 'openai'], { PARLEY_KEY: 'sk-parley-mine', PORT: '9000' });
    expect(after.stdout).toContain("OPENAI_BASE_URL='http://127.0.0.1:9000/v1'");
  });

  it('quotes any key so that the shell reads it back exactly', async () => {
    const key = `it's "$HOME" \`id\` \\n`;
    const { stdout } = await cli.call(['env', 'openai', '--shell', 'sh'], { PARLEY_KEY: key });
    const script = cli.write('script', `${stdout}printf %s "$OPENAI_API_KEY"`);
    expect(execFileSync('sh', [script], { encoding: 'utf8' })).toBe(key);
  });
});
