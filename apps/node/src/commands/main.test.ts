import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../testing/cli-folder.ts';
import { table } from './table.ts';

let cli: CliFolder;

beforeAll(() => {
  cli = createCliFolder();
});

afterAll(() => cli.remove());

describe('help', () => {
  it.each([...table.keys()])('explains %s with examples that are its own', async (name) => {
    const { code, stdout, stderr } = await cli.call([...name.split(' '), '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`parley ${name}`);
    const [, examples = ''] = stdout.split('EXAMPLES\n\n');
    expect(examples).toMatch(/\S/);
    for (const line of examples.trim().split('\n')) expect(line).toContain(`parley ${name}`);
    expect(stdout).not.toContain('\u001b');
  });

  it.each([
    [['--help'], ['keys create', 'ledger check', 'Start the gateway']],
    [['help'], ['keys create']],
    [
      ['keys', '--help'],
      ['keys rotate', 'USAGE parley keys <command>'],
    ],
    [
      ['help', 'keys', 'create'],
      ['--quota=<dollars>', 'its secret is shown only now'],
    ],
    [['keys', 'create', '-h'], ['--quota=<dollars>']],
  ])('answers %j', async (words, parts) => {
    const { code, stdout } = await cli.call(words);
    expect(code).toBe(0);
    for (const part of parts) expect(stdout).toContain(part);
  });

  it('knows no option that takes a secret', async () => {
    for (const load of table.values()) {
      const names = Object.keys((await load()).options);
      expect(names.filter((name) => /secret|password|credential/.test(name))).toEqual([]);
    }
  });
});

describe('words that make no sense', () => {
  it.each([
    [['star'], 'There is no command "star". Did you mean start?'],
    [['constructor', '--help'], 'There is no command "constructor".'],
    [['help', 'kys'], 'There is no command "kys". Did you mean keys?'],
    [['keys'], 'Say what to do with keys. There are: list, create,'],
    [['keys', 'lst'], 'There is no command "keys lst". Did you mean list?'],
    [['keys', 'frobnicate'], 'There is no command "keys frobnicate". There are: list, create,'],
    [['start', '--prot', '80'], 'Unknown option --prot.'],
    [['--hosts', 'a'], 'Unknown option --hosts. Did you mean --host?'],
    [['start', '--no-loca'], 'Unknown option --no-loca. Did you mean --no-local?'],
    [['keys', 'list', '--no-json'], 'Unknown option --no-json.'],
    [['keys', 'list', '-x'], 'Unknown option -x.'],
    [['keys', 'list', '--json=no'], '--json takes no value.'],
    [['keys', 'list', '--account'], '--account needs a value.'],
    [['keys', 'list', '--data='], '--data needs a value.'],
    [['start', '--config', ''], '--config needs a value.'],
    [['migrate', '--data', ''], '--data needs a value.'],
    [['keys', 'list', '--account', '--json'], '--account needs a value.'],
    [['usage', '--by', 'key', '--by', 'model'], '--by is given twice.'],
    [['start', 'now'], 'Unexpected argument "now".'],
    [['keys', 'list', '--', 'now'], 'Unexpected argument "now".'],
    [['start', '--port', 'http'], '"http" is no port'],
    [['start', '--log-level', 'loud'], '"loud" is no log level'],
    [['keys', 'disable'], '<id> is missing: The id that `parley keys list` shows.'],
    [['accounts', 'create'], '--name is missing: Whose it is.'],
  ])('are refused: %j', async (words, message) => {
    const { code, stdout, stderr } = await cli.call(words);
    expect(stderr).toContain(`parley: ${message}`);
    expect([code, stdout]).toEqual([1, '']);
  });

  it('are followed by where to find help', async () => {
    const { stderr } = await cli.call(['keys', 'list', '--jsn']);
    expect(stderr).toBe(
      'parley: Unknown option --jsn. Did you mean --json?\nTry: parley keys list --help\n',
    );
  });
});

describe('a secret among the arguments', () => {
  const key = `sk-parley-${'a1'.repeat(24)}b`;
  it.each([
    [['keys', 'show', key]],
    [['keys', 'list', `--account=${key}`]],
    [['run', 'claude', '--model', 'sk-ant-api03-abcdefghijklmnop']],
    [['tokens', 'delete', `parley-admin-${'a1'.repeat(20)}`]],
    [['migrate', '--to', 'postgres://parley:hunter2@db/parley']],
    [['env', 'openai', '--url', 'http://me:hunter2@gateway']],
  ])('is refused and not repeated: %j', async (words) => {
    const { code, stdout, stderr } = await cli.call(words);
    expect(stderr).toContain('A secret must not be an argument');
    expect(stderr).not.toMatch(/hunter2|a1a1|api03/);
    expect([code, stdout]).toEqual([1, '']);
  });
});
