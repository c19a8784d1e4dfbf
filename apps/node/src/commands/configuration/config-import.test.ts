import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';

let cli: CliFolder;

beforeEach(() => {
  cli = createCliFolder();
});

afterEach(() => cli.remove());

const source = `model_list:
  - model_name: smart
    litellm_params: { model: openai/gpt-5, api_key: os.environ/TEAM_KEY, temperature: 1 }
`;

describe('parley config import', () => {
  it('writes a file that config check accepts, and what it left out', async () => {
    cli.write('litellm.yaml', source);
    const { code, stdout, stderr } = await cli.call(['config', 'import', 'litellm.yaml']);
    expect(code).toBe(0);
    expect(stderr.split('\n')).toEqual([
      'litellm.yaml:3:74  model_list.0.litellm_params.temperature was not imported.',
      'Imported the configuration of a LiteLLM proxy. Differences: 1.',
      'Set these variables to use the file: TEAM_KEY.',
      '',
    ]);
    cli.write('parley.yaml', stdout);
    expect(await cli.call(['config', 'check'], { TEAM_KEY: 'a' })).toMatchObject({ code: 0 });
  });

  it.each([
    ['parley.yaml', 'upstreams: {}', 2, /parley\.yaml is not the configuration of a gateway/],
    ['broken.json', '{"a": ', 2, /^broken\.json:1:7\n {4}Flow map/m],
    [
      'empty.yaml',
      'model_list: [{ model_name: a }]',
      1,
      /Nothing of the configuration of a LiteLLM/,
    ],
  ] as const)('refuses %s', async (...refusal) => {
    const [file, text, code, message] = refusal;
    cli.write(file, text);
    const refused = await cli.call(['config', 'import', file]);
    expect([refused.code, refused.stdout]).toEqual([code, '']);
    expect(refused.stderr).toMatch(message);
  });

  it('shows no text of the file that a terminal would obey', async () => {
    cli.write('litellm.yaml', `${source}"\\e]0;title\\a": 1\n`);
    expect((await cli.call(['config', 'import', 'litellm.yaml'])).stderr).toContain(
      String.raw`litellm.yaml:4:1  \u001b]0;title\u0007 was not imported.`,
    );
    cli.write('parley.yaml', '"\\e]0;title\\a": \u001b[31m\n');
    const { stderr } = await cli.call(['config', 'check']);
    expect(stderr).toMatch(/parley\.yaml:1:1 {2}\\u001b\]0;title/);
    expect(stderr).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it('refuses aliases of aliases', async () => {
    const levels = Array.from({ length: 8 }, (_, level) => {
      const value = level === 0 ? 'x' : `*l${String(level - 1)}`;
      return `l${String(level)}: &l${String(level)} [${Array<string>(9).fill(value).join(', ')}]`;
    });
    cli.write('aliases.yaml', [...levels, 'model_list: [*l7]'].join('\n'));
    for (const words of [
      ['config', 'import', 'aliases.yaml'],
      ['config', 'check', '--config', 'aliases.yaml'],
    ]) {
      const { code, stderr } = await cli.call(words);
      expect([code, stderr]).toEqual([2, expect.stringContaining('aliases.yaml:1:1')]);
      expect(stderr).not.toContain('    at ');
    }
  });

  it.each([
    ['nowhere.yaml', 'This file cannot be read: it does not exist.'],
    ['large.yaml', 'This file is too large.'],
  ])('reports that %s cannot be read', async (file, message) => {
    cli.write('large.yaml', `${source}# ${'-'.repeat(4 * 1024 * 1024)}`);
    const { code, stdout, stderr } = await cli.call(['config', 'import', file]);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
    expect(stderr).toContain(`${file}:1:1`);
  });
});
