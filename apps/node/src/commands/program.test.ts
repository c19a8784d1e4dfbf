import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../testing/cli-folder.ts';
import { createCommands } from './commands.ts';
import { addCompletions } from './completions.ts';
import { createProgram } from './program.ts';

let cli: CliFolder;

beforeAll(() => {
  cli = createCliFolder();
});

afterAll(() => cli.remove());

interface Leaf {
  readonly name: string;
  readonly command: CommandUnknownOpts;
}

function listLeaves(command: CommandUnknownOpts, path: string): readonly Leaf[] {
  if (command.commands.length === 0) return [{ name: path, command }];
  return command.commands.flatMap((each) => listLeaves(each, `${path} ${each.name()}`.trim()));
}

const program = createProgram(createCommands());
addCompletions(program);
const leaves = listLeaves(program, '').filter(({ name }) => name !== 'complete');

describe('help', () => {
  it.each(leaves)(
    'explains $name, every option and argument, with its own examples',
    async (one) => {
      const { name, command } = one;
      const { code, stdout, stderr } = await cli.call([...name.split(' '), '--help']);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain(`Usage: parley ${name}`);
      expect(command.description()).toMatch(/^[A-Z].*[^.]$/);
      for (const { flags, description } of command.options) {
        expect(stdout).toContain(flags);
        expect(description).toMatch(/^[A-Z].*[^.]$/);
      }
      for (const argument of command.registeredArguments) {
        expect(stdout).toContain(argument.name());
        expect(argument.description).toMatch(/\S/);
      }
      const [, examples = ''] = stdout.split('Examples:\n');
      expect(examples).toMatch(/\S/);
      for (const line of examples.trim().split('\n')) expect(line).toContain(`parley ${name}`);
      expect(stdout).not.toContain('\u001b');
    },
  );

  it.each([
    [['--help'], ['keys', 'ledger', 'Start the gateway', 'Without a command, parley starts']],
    [['help'], ['conformance']],
    [
      ['keys', '--help'],
      ['rotate', 'Usage: parley keys [options] [command]'],
    ],
    [
      ['help', 'keys', 'create'],
      ['--quota <dollars>', 'its secret is shown only once'],
    ],
    [['keys', 'help', 'create'], ['--quota <dollars>']],
    [['keys', 'create', '-h'], ['--quota <dollars>']],
    [['--port', '80', '--help'], ['Usage: parley start']],
    [['start', '--help'], ['(env: PARLEY_PORT or PORT, default: 8787)']],
  ])('answers %j', async (words, parts) => {
    const { code, stdout } = await cli.call(words);
    expect(code).toBe(0);
    for (const part of parts) expect(stdout.replaceAll(/\s+/g, ' ')).toContain(part);
  });

  it('shows no option for a secret, except where a key is made for one check', () => {
    for (const { name, command } of leaves) {
      const names = command.options.map(({ long }) => long ?? '');
      const secret = names.filter((each) => /secret|password|credential|token$/.test(each));
      expect(secret).toEqual(name === 'conformance' ? ['--admin-token'] : []);
    }
  });
});

describe('invalid arguments', () => {
  it.each([
    [['star'], "unknown command 'star'\n(Did you mean start?)"],
    [['constructor', '--help'], "unknown command 'constructor'"],
    [['help', 'kys'], "unknown command 'kys'\n(Did you mean keys?)"],
    [['keys', 'lst'], "unknown command 'lst'\n(Did you mean list?)"],
    [['keys', 'frobnicate'], "unknown command 'frobnicate'\nTry: parley keys --help"],
    [['start', '--prot', '80'], "unknown option '--prot'\n(Did you mean --port?)"],
    [['--hosts', 'a'], "unknown option '--hosts'\n(Did you mean --host?)"],
    [['start', '--no-loca'], "unknown option '--no-loca'\n(Did you mean --no-local?)"],
    [['keys', 'list', '--no-json'], "unknown option '--no-json'"],
    [['keys', 'list', '-x'], "unknown option '-x'"],
    [['keys', 'list', '--json=no'], "unknown option '--json=no'"],
    [['keys', 'list', '--account'], "option '--account <id>' argument missing"],
    [['keys', 'list', '--data='], '--data needs a value.'],
    [['start', '--config', ''], '--config needs a value.'],
    [['migrate', '--data', ''], '--data needs a value.'],
    [['keys', 'list', '--account', '--json'], "option '--account <id>' argument missing"],
    [['keys', 'list', '--account', '--jsn'], "option '--account <id>' argument missing"],
    [['usage', '--by', 'key', '--by', 'model'], "option '--by <a,b>' is used twice"],
    [['start', 'now'], "too many arguments for 'start'. Expected 0 arguments but got 1: now."],
    [['keys', 'list', '--', 'now'], "too many arguments for 'list'"],
    [['start', '--port', 'http'], "option '--port <port>' argument 'http' is invalid. Use a port"],
    [
      ['start', '--log-level', 'loud'],
      "option '--log-level <level>' argument 'loud' is invalid. Allowed choices are debug, info,",
    ],
    [['start', '--grace', 'soon'], "option '--grace <seconds>' argument 'soon' is invalid."],
    [['keys', 'disable'], "missing required argument 'id'"],
    [['accounts', 'create'], "required option '--name <text>' not specified"],
  ])('are refused: %j', async (words, message) => {
    const { code, stdout, stderr } = await cli.call(words);
    expect(stderr).toContain(`parley: ${message}`);
    expect([code, stdout]).toEqual([1, '']);
  });

  it('list the available commands, where one is missing', async () => {
    const { code, stdout, stderr } = await cli.call(['keys']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^ {2}rotate /m);
  });

  it('point to the help', async () => {
    const { stderr } = await cli.call(['keys', 'list', '--jsn']);
    expect(stderr).toBe(
      "parley: unknown option '--jsn'\n(Did you mean --json?)\nTry: parley keys list --help\n",
    );
    const { stderr: inner } = await cli.call(['keys', 'change', 'some-key']);
    expect(inner).toBe(
      'parley: There is nothing to change; use at least one option.\nTry: parley keys change --help\n',
    );
  });

  it('point to the help as it is called in a checkout', async () => {
    const inCheckout = { PARLEY_COMMAND: 'npm run parley --' };
    const { stderr } = await cli.call(['keys', 'list', '--jsn'], inCheckout);
    expect(stderr).toContain('\nTry: npm run parley -- keys list --help\n');
    const empty = await cli.call(['keys', 'list'], inCheckout);
    expect(empty.stderr).toContain('Create one: npm run parley -- keys create\n');
  });

  it('may look like an option after an equals sign', async () => {
    const { code, stdout } = await cli.call(['accounts', 'create', '--name=--name', '--id', 'odd']);
    expect([code, stdout]).toEqual([0, 'odd\n']);
  });
});

describe('a secret among the arguments', () => {
  const key = `sk-parley-${'a1'.repeat(24)}b`;
  it.each([
    [['keys', 'show', key]],
    [[key]],
    [['keys', 'list', `--account=${key}`]],
    [['usage', '--key', key]],
    [['run', 'claude', '--model', 'sk-ant-api03-abcdefghijklmnop']],
    [['tokens', 'delete', `parley-admin-${'a1'.repeat(20)}`]],
    [['migrate', '--to', 'postgres://parley:hunter2@db/parley']],
    [['env', 'openai', '--url', 'http://me:hunter2@gateway']],
    [['conformance', 'http://me:hunter2@gateway', '--key', 'a-file']],
  ])('is refused and not repeated: %j', async (words) => {
    const { code, stdout, stderr } = await cli.call(words);
    expect(stderr).toContain('A secret must not be an argument');
    expect(stderr).not.toMatch(/hunter2|a1a1|api03/);
    expect([code, stdout]).toEqual([1, '']);
  });
});
