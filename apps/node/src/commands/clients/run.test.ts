import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';

let cli: CliFolder;
let variables: Record<string, string>;

beforeEach(() => {
  cli = createCliFolder();
  mkdirSync(join(cli.path, 'programs'));
  const programs = `${join(cli.path, 'programs')}:${process.env['PATH'] ?? ''}`;
  variables = { PATH: programs, PARLEY_KEY: 'sk-parley-mine', PARLEY_URL: 'http://gateway:1/v1/' };
});

afterEach(() => cli.remove());

/** Puts a program of this name first on the path. */
function install(name: string, script: string): void {
  chmodSync(cli.write(join('programs', name), `#!/bin/sh\n${script}\n`), 0o755);
}

describe('parley run', () => {
  it('starts the client with its environment and arguments, and ends with its exit code', async () => {
    install(
      'claude',
      'printf "%s|" "$ANTHROPIC_BASE_URL" "$ANTHROPIC_AUTH_TOKEN" "${ANTHROPIC_API_KEY-none}" "$@"; exit 7',
    );
    const words = ['run', 'claude', '--model', 'smart', '--', '--help', 'two words'];
    const result = await cli.run(words, { ...variables, ANTHROPIC_API_KEY: 'in the way' });
    expect(result).toEqual({
      code: 7,
      stdout: 'http://gateway:1|sk-parley-mine|none|--help|two words|',
      stderr: '',
    });
  });

  it('gives a client temporary settings and removes them afterwards', async () => {
    install(
      'qwen',
      'echo "$QWEN_CODE_SYSTEM_SETTINGS_PATH"; cat "$QWEN_CODE_SYSTEM_SETTINGS_PATH"',
    );
    const { stdout } = await cli.run(['run', 'qwen'], variables);
    const [file = '', ...content] = stdout.split('\n');
    expect(JSON.parse(content.join('\n'))).toMatchObject({ security: {} });
    expect(file.startsWith(cli.path)).toBe(true);
    expect(existsSync(file)).toBe(false);
  });

  describe('Gemini CLI', () => {
    const own = () => join(cli.path, '.gemini');
    const start = async (...options: readonly string[]): Promise<readonly string[]> => {
      install('gemini', 'cd "$GEMINI_CLI_HOME/.gemini"; pwd; cat memory/notes; cat settings.json');
      const { stdout } = await cli.run(['run', 'gemini', ...options], variables);
      return stdout.split('\n');
    };

    it('gets a home with its own files, and with a setting added to its own', async () => {
      mkdirSync(join(own(), 'memory'), { recursive: true });
      writeFileSync(join(own(), 'memory', 'notes'), 'remembered\n');
      const settings = { ui: { theme: 'dark' }, security: { auth: { selectedType: 'oauth' } } };
      writeFileSync(join(own(), 'settings.json'), JSON.stringify(settings));
      const [folder = '', notes, ...content] = await start();
      expect(notes).toBe('remembered');
      expect(JSON.parse(content.join('\n'))).toEqual({
        ui: { theme: 'dark' },
        security: { auth: { selectedType: 'gemini-api-key' } },
      });
      expect(existsSync(folder)).toBe(false);
      expect(readFileSync(join(own(), 'memory', 'notes'), 'utf8')).toBe('remembered\n');
      expect(JSON.parse(readFileSync(join(own(), 'settings.json'), 'utf8'))).toEqual(settings);
    });

    it('keeps the entries of its own lists of settings', async () => {
      const mine = { match: { model: 'mine' }, modelConfig: { model: 'one' } };
      const settings = { modelConfigs: { customOverrides: [mine] } };
      mkdirSync(own());
      writeFileSync(join(own(), 'settings.json'), JSON.stringify(settings));
      const text = (await start('--model', 'smart')).join('\n');
      const added: unknown = expect.objectContaining({ modelConfig: { model: 'smart' } });
      expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({
        modelConfigs: { customOverrides: expect.arrayContaining([mine, added]) as unknown },
      });
    });

    it('starts also when its settings are no JSON, or there are none', async () => {
      const none = await start();
      expect(none.join('\n')).toContain('gemini-api-key');
      mkdirSync(own());
      writeFileSync(join(own(), 'settings.json'), '{ // dark\n}');
      expect((await start()).join('\n')).toContain('gemini-api-key');
    });
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('passes %s on', async (signal) => {
    const name = signal.slice(3);
    // A trap interrupts only a wait in the shell itself at once.
    install(
      'codex',
      `sleep 5 >&- 2>&- & trap "kill $!; echo got ${name}; exit 9" ${name}; echo ready >&2; wait`,
    );
    const running = cli.start(['run', 'codex'], variables);
    await running.whenWritten(/ready/);
    running.child.kill(signal);
    expect(await running.ended).toMatchObject({ code: 9, stdout: `got ${name}\n` });
  });

  it('ends with 128 plus the signal that ended the client', async () => {
    install('claude', 'kill -KILL $$');
    expect(await cli.run(['run', 'claude'], variables)).toMatchObject({ code: 137 });
  });

  it('makes no key for a client that is not installed', async () => {
    const result = await cli.call(['run', 'codex'], { PATH: cli.path });
    expect(result.code).toBe(4);
    expect(await cli.callJson('keys', 'list')).toEqual([]);
  });

  it.each([
    [['codex'], {}, 4, 'codex is not installed on this machine.'],
    [
      ['emacs'],
      {},
      4,
      'There is no client "emacs"; use claude, codex, gemini, opencode, qwen, copilot.',
    ],
    [['openai'], {}, 4, 'There is no client "openai"'],
    [['claude', '--url', 'gateway'], {}, 1, '"gateway" is not a base URL'],
    [['claude'], { PARLEY_KEY: '' }, 3, 'Set PARLEY_KEY to a key for http://gateway:1.'],
    [['claude', '--version'], {}, 1, "unknown option '--version'"],
    [
      ['opencode', '--url', 'http://127.0.0.1:9'],
      {},
      6,
      'No gateway answers at http://127.0.0.1:9.',
    ],
  ] as const)('refuses %j with %j', async (...told) => {
    const [words, more, code, message] = told;
    for (const name of ['claude', 'opencode']) install(name, 'exit 0');
    const only = { ...variables, PATH: join(cli.path, 'programs') };
    const result = await cli.call(['run', ...words], { ...only, ...more });
    expect(result.stderr).toContain(`parley: ${message}`);
    expect([result.code, result.stdout]).toEqual([code, '']);
  });

  it('creates no key for a client that needs models before a gateway lists them', async () => {
    install('opencode', 'exit 0');
    const gone = { ...variables, PARLEY_KEY: '', PARLEY_URL: 'http://127.0.0.1:1' };
    const { code, stderr } = await cli.call(['run', 'opencode'], gone);
    expect([code, stderr]).toEqual([6, expect.stringMatching(/^parley: No gateway answers/)]);
  });
});
