import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';

let cli: CliFolder;

beforeEach(() => {
  cli = createCliFolder();
  cli.write(
    'parley.yaml',
    `upstreams:
  ds: {provider: deepseek, credential: a, models: [deepseek-flash]}
  rack: {provider: openai-compatible, base_url: http://127.0.0.1:9/v1, models: [own]}
prices: [{match: rack/own, input: 1, output: 2}]
`,
  );
});

afterEach(() => cli.remove());

describe('parley prices check', () => {
  it('says where each price comes from', async () => {
    const { code, stdout, stderr } = await cli.call(['prices', 'check', '--old', '100000']);
    expect(code).toBe(0);
    const row = (name: string) => stdout.split('\n').find((line) => line.startsWith(name)) ?? '';
    expect(row('ds/deepseek-flash')).toMatch(
      /good +2026-11-22 +https:\/\/api-docs\.deepseek\.com\/quick_start\/pricing npm:/,
    );
    expect(row('rack/own')).toMatch(/1 +2 +good +- +configuration$/);
    expect(row('demo/echo')).toMatch(/free +free +good +- +provider$/);
    expect(stderr).toMatch(/ prices: 0 unknown, 0 old, 0 changed, 0 differs\.\n$/);
  });

  it('ends with 1 when a price is unknown, and writes JSON', async () => {
    cli.write(
      'parley.yaml',
      'upstreams: {ds: {provider: deepseek, credential: a, models: [nobody-knows]}}',
    );
    const { code, stdout } = await cli.call(['prices', 'check', '--json', '--old', '100000']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toContainEqual({
      ...{ model: 'ds/nobody-knows', state: 'unknown', free: false, input: null, output: null },
      ...{ origin: null, sources: [], date: null, changes: null },
    });
  });
});
