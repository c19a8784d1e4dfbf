import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../testing/cli-folder.ts';

let cli: CliFolder;

beforeAll(() => {
  cli = createCliFolder();
  cli.write('faulty.yaml', 'groups:\n  a: {famly: messages}\n');
});

afterAll(() => cli.remove());

const json = { PARLEY_LOG_FORMAT: 'json' };
const refusals = [
  { words: ['start', '--port', '99999'], reason: /'99999' is invalid/, code: 1 },
  { words: ['start', '--prot', '1'], reason: /unknown option '--prot'/, code: 1 },
  { words: ['--port', '1', '--port', '2'], reason: /is used twice/, code: 1 },
  { words: ['start', '--config', 'faulty.yaml'], reason: /faulty\.yaml:2:7[^]*famly/, code: 2 },
  { words: ['start', 'sk-parley-0123456789abcdefghij'], reason: /secret/i, code: 1 },
];

it.each(refusals)(
  'a gateway that refuses $words says so in one line of a JSON log',
  async (one) => {
    const { code, stdout, stderr } = await cli.call(one.words, json);
    expect([code, stdout, stderr.split('\n').length]).toEqual([one.code, '', 2]);
    expect(JSON.parse(stderr)).toMatchObject({
      level: 'error',
      message: 'The gateway cannot run.',
      reason: expect.stringMatching(one.reason) as unknown,
    });
    expect(stderr).not.toContain('0123456789abcdefghij');
  },
);

it.each(['--log-format=json', '--log-format json'])('%s decides, too', async (option) => {
  const { stderr } = await cli.call(['start', '--drain', 'x', ...option.split(' ')]);
  expect(JSON.parse(stderr)).toMatchObject({ message: 'The gateway cannot run.' });
  const { stderr: text } = await cli.call(['start', '--drain', 'x', '--log-format', 'text'], json);
  expect(text).toMatch(/^parley: option/);
});

it('other commands answer people, whatever the format of the log is', async () => {
  const { stderr } = await cli.call(['keys', 'list', '--nope'], json);
  expect(stderr).toMatch(/^parley: unknown option/);
});
