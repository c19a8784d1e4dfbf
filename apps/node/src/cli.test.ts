import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, type CliOptions } from './testing/cli-process.ts';
import { version } from './version.ts';

let options: CliOptions;

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'));
  options = { folder, environment: { PARLEY_DATA: join(folder, 'data') } };
});

afterAll(() => {
  rmSync(options.folder, { recursive: true });
});

function run(...words: readonly string[]) {
  return runCli(words, options);
}

describe('parley', () => {
  it('tells its version', async () => {
    expect(await run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([
    [[], 'start|keys|config'],
    [['start'], '--log-level'],
    [['keys'], 'create|list|disable'],
    [['keys', 'create'], '--expires'],
    [['keys', 'list'], '--json'],
    [['keys', 'disable'], '<ID>'],
    [['config', 'check'], '--config'],
  ])('explains %j with examples', async (words, part) => {
    const { code, stdout, stderr } = await run(...words, '--help');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(part);
    expect(stdout).toContain(`EXAMPLES\n\n  ${['parley', ...words].join(' ')}`);
    expect(stdout).not.toContain('\u001b');
  });

  it.each([
    [['star'], 'There is no command "star". Did you mean start?'],
    [['start', '--prot', '80'], 'Unknown option --prot.'],
    [['--hosts', 'a'], 'Unknown option --hosts. Did you mean --host?'],
    [['start', 'now'], 'Unexpected argument "now".'],
    [['start', '--port', 'http'], '"http" is no port'],
    [['start', '--log-level', 'loud'], '"loud" is no log level'],
    [['keys'], 'No command specified.'],
    [['keys', 'disable'], 'Missing required positional argument: ID'],
    [['keys', 'create', '--expires', 'soon'], '"soon" is no number of days'],
  ])('refuses %j', async (words, message) => {
    const { code, stdout, stderr } = await run(...words);
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([1, '']);
  });
});

describe('parley keys', () => {
  it('creates a key whose secret alone goes to standard output, and lists it without', async () => {
    const created = await run('keys', 'create', '--name', 'laptop', '--expires', '30');
    expect(created.code).toBe(0);
    expect(created.stdout).toMatch(/^sk-parley-\w{49}\n$/);
    const id = /Its id is (\S+)\./.exec(created.stderr)?.[1] ?? '';
    const table = await run('keys', 'list');
    expect(table.stdout).toMatch(new RegExp(`^${id} .* default .* active .*laptop$`, 'm'));
    expect(table.stdout).not.toContain(created.stdout.trim());
    expect(await run('keys', 'disable', id)).toMatchObject({ code: 0 });
    const { stdout } = await run('keys', 'list', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ id, name: 'laptop', disabled: true }]);
  });

  it('says with its exit code that there is no such key or group', async () => {
    expect(await run('keys', 'disable', 'nobody')).toMatchObject({
      code: 4,
      stderr: 'parley: There is no key with this id.\n',
    });
    expect(await run('keys', 'create', '--group', 'nowhere')).toMatchObject({
      code: 4,
      stderr: 'parley: There is no group "nowhere". There are: default.\n',
    });
  });
});

describe('parley config check', () => {
  it('is content without a file', async () => {
    const { code, stdout } = await run('config', 'check');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^There is no configuration file; the environment is good \(upstreams: \d+/,
    );
  });

  it('shows every fault and exits with 2, as every command that needs the file', async () => {
    const file = join(options.folder, 'faulty.yaml');
    writeFileSync(file, 'groups:\n  a: {famly: messages}\n  b: {models: 3}\n');
    const checked = await run('config', 'check', '--config', 'faulty.yaml');
    expect(checked).toMatchObject({ code: 2, stdout: '' });
    expect(checked.stderr).toContain(`${file}:2:7  groups.a.famly\n`);
    expect(checked.stderr).toContain(`${file}:3:15  groups.b.models\n`);
    const json = await run('config', 'check', '--config', 'faulty.yaml', '--json');
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({
      valid: false,
      faults: [
        { line: 2, column: 7 },
        { line: 3, column: 15 },
      ],
    });
    expect(await run('start', '--config', 'faulty.yaml')).toMatchObject({ code: 2 });
  });

  it('names a faulty variable and not its value', async () => {
    const environment = { ...options.environment, OPENAI_BASE_URL: 'secret://nowhere' };
    const { code, stderr } = await runCli(['config', 'check'], { ...options, environment });
    expect(code).toBe(2);
    expect(stderr).toContain('OPENAI_BASE_URL');
    expect(stderr).not.toContain('nowhere');
  });
});
