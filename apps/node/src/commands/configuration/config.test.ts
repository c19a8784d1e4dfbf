import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '@parley/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';

let cli: CliFolder;

beforeEach(() => {
  cli = createCliFolder();
});

afterEach(() => cli.remove());

const file = `
upstreams:
  rack:
    provider: openai-compatible
    base_url: http://127.0.0.1:9/v1
    credential: \${RACK_KEY}
    headers: { x-team: secret-of-the-team }
    models: [qwen3-32b]
models:
  smart: { display_name: '$\${100}', targets: [{ upstream: rack, model: qwen3-32b }] }
groups:
  default: { models: ['*'] }
  team: { fingerprint: team, multiplier: 1.2, tiers: [{ match: exact, name: best, to: smart }] }
prices:
  - { match: 'rack/*', input: 0.2, output: 0.6 }
pricing: { unknown: refuse }
`;

describe('parley config check', () => {
  it('is valid without a file', async () => {
    const { code, stdout } = await cli.call(['config', 'check']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^There is no configuration file; the environment is valid \(upstreams: \d+/,
    );
    expect(await cli.callJson('config', 'check')).toMatchObject({ valid: true, file: null });
  });

  it('counts what a valid file declares', async () => {
    const path = cli.write('parley.yaml', file);
    const { code, stdout } = await cli.call(['config', 'check'], { RACK_KEY: 'sk-rack' });
    expect(code).toBe(0);
    expect(stdout).toContain(`${path} is valid (upstreams: 2, models: 1, groups: 2).`);
  });

  it('shows the line of every fault, as text and as JSON', async () => {
    const path = cli.write(
      'faulty.yaml',
      'groups:\n  a: {famly: messages}\n  b: {tiers: [{match: tier, to: nothing}]}\nprices:\n  - {match: a, input: -1}\n',
    );
    const words = ['config', 'check', '--config', 'faulty.yaml'];
    const checked = await cli.call(words);
    expect([checked.code, checked.stdout]).toEqual([2, '']);
    expect(checked.stderr).toContain(
      `${path}:2:7  groups.a.famly\n    Unknown key "famly". Did you mean family?`,
    );
    expect(checked.stderr).toMatch(/faulty\.yaml:3:\d+ {2}groups\.b\.tiers\.0/);
    expect(checked.stderr).toMatch(/faulty\.yaml:5:\d+ {2}prices\.0\.input/);
    const json = await cli.call([...words, '--json']);
    expect(json.code).toBe(2);
    const { valid, faults } = JSON.parse(json.stdout) as { valid: boolean; faults: object[] };
    expect(valid).toBe(false);
    expect(faults[0]).toMatchObject({ line: 2, column: 7, path: 'groups.a.famly' });
    expect(faults.length).toBeGreaterThanOrEqual(3);
  });

  it('reports that the file of --config does not exist', async () => {
    const { code, stderr } = await cli.call(['config', 'check', '--config', 'nowhere.yaml']);
    expect(code).toBe(2);
    expect(stderr).toContain('nowhere.yaml:1:1\n    This file cannot be read: it does not exist.');
  });

  it('names a faulty variable and not its value', async () => {
    const variables = { OPENAI_BASE_URL: 'gopher://nowhere' };
    const { code, stderr } = await cli.call(['config', 'check'], variables);
    expect(code).toBe(2);
    expect(stderr).toContain('OPENAI_BASE_URL');
    expect(stderr).not.toContain('nowhere');
    const json = await cli.call(['config', 'check', '--json'], variables);
    expect(JSON.parse(json.stdout)).toMatchObject({
      valid: false,
      faults: [{ path: ['OPENAI_BASE_URL'] }],
    });
  });
});

/** All fields of a file but those that an export changes; the compiler names one that is missing. */
type Rest = Required<
  Omit<Configuration, 'upstreams' | 'models' | 'groups' | 'prices' | 'store' | 'sign_in'>
>;

describe('parley config export', () => {
  it('writes an equivalent file without secrets', async () => {
    cli.write('parley.yaml', file);
    const variables = { RACK_KEY: 'rack-secret', OPENAI_API_KEY: 'openai-secret' };
    const exported = await cli.call(['config', 'export'], variables);
    expect(exported.code).toBe(0);
    expect(exported.stdout).not.toMatch(/rack-secret|openai-secret|secret-of-the-team/);
    expect(exported.stdout).toContain('credential: ${OPENAI_API_KEY}');
    expect(exported.stderr).toBe(
      'Secrets are left out. Set these variables to use the file: PARLEY_RACK_X_TEAM, PARLEY_RACK_CREDENTIAL.\n',
    );
    cli.write('copy.yaml', exported.stdout);
    const set = { ...variables, PARLEY_RACK_CREDENTIAL: 'a', PARLEY_RACK_X_TEAM: 'b' };
    const again = await cli.call(['config', 'export', '--config', 'copy.yaml'], set);
    expect([again.stdout, again.stderr]).toEqual([exported.stdout, '']);
    expect((await cli.call(['config', 'check', '--config', 'copy.yaml'], variables)).code).toBe(2);
  });

  it('names a variable for a proxy with a password, and no other proxy', async () => {
    const proxies = ['http://user:hunter2@proxy.test:3128', 'http://proxy.test:3128'];
    const upstreams = proxies.map(
      (proxy, index) => `  u${index}: {provider: openai, credential: a, proxy: "${proxy}"}`,
    );
    cli.write('parley.yaml', `upstreams:\n${upstreams.join('\n')}\n`);
    const { stdout } = await cli.call(['config', 'export']);
    expect(stdout).not.toContain('hunter2');
    expect(stdout).toContain('proxy: ${PARLEY_U0_PROXY}');
    expect(stdout).toContain('proxy: http://proxy.test:3128');
  });

  it('exports the sign-in settings without the client secret', async () => {
    const oidc = `{ title: ID, issuer: "https://id.example.org", client_id: a, client_secret: s3cret }`;
    const text = `trusted_proxies: [10.0.0.0/8]\nconsole: true\nsign_in: { oidc: ${oidc} }\n`;
    const config = cli.write('sign-in.yaml', text);
    const exported = await cli.call(['config', 'export', '--config', config]);
    expect(exported.stdout).not.toContain('s3cret');
    expect(exported.stdout).toContain('client_secret: ${PARLEY_OIDC_CLIENT_SECRET}');
    const copy = cli.write('sign-in-copy.yaml', exported.stdout);
    const set = { PARLEY_OIDC_CLIENT_SECRET: 'other' };
    const again = await cli.call(['config', 'export', '--config', copy], set);
    expect([again.stdout, again.stderr]).toEqual([exported.stdout, '']);
  });

  it('exports what else the file says', async () => {
    const written: Rest = {
      sale_prices: [{ model: 'smart', group: 'team', input: 1, output: 2 }],
      pricing: { unknown: 'refuse', overdraft: 'none' },
      usage: { show_balance: true },
      durability: 'power',
      retention: { exchanges: 30 },
      responses: { per_key: 600, mebibytes_per_key: 32 },
      conversations: { per_key: 500, mebibytes_per_key: 16 },
      overload: { event_loop_delay: 1, heap: 0.8 },
      trusted_proxies: ['10.0.0.0/8'],
      cors: { origins: ['https://app.example.org'] },
      console: false,
      metrics: 'public',
      traces: { endpoint: 'http://collector.test/v1/traces', service_name: 'gate', sample: 0.5 },
      alerts: { limits: [50, 90], expiry_days: 3, webhooks: {} },
    };
    const config = cli.write('rest.yaml', JSON.stringify(written));
    expect(await cli.callJson('config', 'export', '--config', config)).toMatchObject(written);
  });

  it('exports the URLs and secrets of webhooks as variables', async () => {
    const ops = { url: 'https://hooks.test/t0ken', secret: `whsec_${btoa('s'.repeat(32))}` };
    const chat = { url: 'https://chat.test/t0ken', format: 'slack', types: ['limit.refused'] };
    const alerts = { webhooks: { ops, 'team.chat': chat } };
    const config = cli.write('alerts.yaml', JSON.stringify({ alerts }));
    const { stdout } = await cli.call(['config', 'export', '--config', config]);
    expect(stdout).not.toMatch(/t0ken|whsec_/);
    for (const text of ['OPS_URL', 'OPS_SECRET', 'TEAM_CHAT_URL']) {
      expect(stdout).toContain(`\${PARLEY_WEBHOOK_${text}}`);
    }
    expect(stdout).toContain('- limit.refused');
  });

  it('exports the headers of traces as variables', async () => {
    const traces = {
      endpoint: 'http://collector.test/v1/traces',
      headers: { 'api-key': 's3cret' },
    };
    const config = cli.write('traces.yaml', JSON.stringify({ traces }));
    const { stdout } = await cli.call(['config', 'export', '--config', config]);
    expect(stdout).not.toContain('s3cret');
    expect(stdout).toContain('api-key: ${PARLEY_TRACES_API_KEY}');
  });

  it('is JSON on request', async () => {
    expect(await cli.callJson('config', 'export')).toMatchObject({ upstreams: { demo: {} } });
  });
});

describe('parley config diff', () => {
  it('shows where each part is declared', async () => {
    cli.write('parley.yaml', file);
    const { stdout } = await cli.call(['config', 'diff', '--json'], { RACK_KEY: 'a' });
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([
        { kind: 'upstream', name: 'demo', declared_in: 'environment', hidden: false },
        { kind: 'upstream', name: 'rack', declared_in: 'file', hidden: false },
        { kind: 'group', name: 'team', declared_in: 'file', hidden: false },
        { kind: 'price', name: 'file:1', declared_in: 'file', hidden: false },
      ]),
    );
    const table = await cli.call(['config', 'diff'], { RACK_KEY: 'a' });
    expect(table.stdout).toMatch(/^upstream +rack +file$/m);
  });
});

describe('parley init', () => {
  it('writes a valid file, and overwrites none', async () => {
    expect(await cli.call(['init'])).toMatchObject({ code: 0, stdout: '' });
    const schema = readFileSync(join(cli.path, 'parley.schema.json'), 'utf8');
    expect(JSON.parse(schema)).toMatchObject({ properties: { upstreams: {}, prices: {} } });
    expect(await cli.call(['config', 'check'])).toMatchObject({ code: 0 });
    cli.write('parley.yaml', '# mine\n');
    expect(await cli.call(['init'])).toMatchObject({ code: 5 });
    expect(readFileSync(join(cli.path, 'parley.yaml'), 'utf8')).toBe('# mine\n');
  });

  it('contains examples that are valid when they are uncommented', async () => {
    await cli.call(['init', 'full.yaml']);
    const text = readFileSync(join(cli.path, 'full.yaml'), 'utf8');
    cli.write('full.yaml', text.replaceAll(/^# (?= |[a-z]+:$)/gm, ''));
    const variables = {
      ANTHROPIC_API_KEY: 'a',
      DATABASE_URL: 'postgres://a/b',
      REDIS_URL: 'redis://a',
    };
    const checked = await cli.call(['config', 'check', '--config', 'full.yaml'], variables);
    expect(checked.stderr).toBe('');
    expect(checked.stdout).toContain('models: 1, groups: 2');
  });

  it('reports that the file cannot be written', async () => {
    const { code, stderr } = await cli.call(['init', 'nowhere/parley.yaml']);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^parley: [^\n]+\n$/)]);
    expect(existsSync(join(cli.path, 'nowhere'))).toBe(false);
  });
});
