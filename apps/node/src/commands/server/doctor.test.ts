import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createSecretCipher, credentialContext, readSecretKeys } from '@parley/core/extension';
import { createSqliteStore } from '@parley/store-sqlite';
import type { Finding } from './doctor-checks.ts';
import { checkProxies, checkRuntime } from './doctor-checks.ts';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';
import { countMigrations, makeEarlier } from '../../testing/earlier-store.ts';
import { listen } from '../../testing/test-server.ts';

let cli: CliFolder;

beforeEach(() => {
  cli = createCliFolder();
});

afterEach(() => cli.remove());

type Examination = Readonly<Record<string, Finding>>;

interface Diagnosis {
  readonly code: number | null;
  readonly findings: Examination;
}

async function examine(
  variables: Readonly<Record<string, string>> = {},
  words: readonly string[] = ['--port', '0'],
): Promise<Diagnosis> {
  const { code, stdout } = await cli.call(['doctor', '--json', ...words], variables);
  const findings = JSON.parse(stdout) as readonly Finding[];
  return { code, findings: Object.fromEntries(findings.map((one) => [one.check, one])) };
}

/** Starts a server that responds to every request in the same way. Returns its port. */
async function serve(status: number, body: string): Promise<number> {
  const url = await listen((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  return Number(new URL(url).port);
}

describe('parley doctor', () => {
  it('passes when nothing is wrong', async () => {
    await cli.call(['keys', 'create']);
    const { code, findings } = await examine();
    expect(code).toBe(0);
    expect(findings).toMatchObject({
      runtime: { state: 'good' },
      port: { state: 'good' },
      'data folder': { state: 'good' },
      configuration: { state: 'good' },
      database: { state: 'good' },
      ledger: { state: 'good' },
      'admin token': { state: 'warning' },
      'upstream demo': { state: 'good' },
    });
    const { stdout } = await cli.call(['doctor', '--port', '0']);
    expect(stdout).toMatch(/^✓ database +The store can be read and written/m);
    expect(stdout).toMatch(/^– admin token +None exists/m);
  });

  it('passes before the first start, and creates nothing', async () => {
    const { code, findings } = await examine();
    expect(code).toBe(0);
    const path = join(cli.path, 'data', 'parley.db');
    expect(findings['database']).toMatchObject({
      ...{ state: 'good', message: `${path} is created by the first start.` },
    });
    expect(findings).toMatchObject({ 'upstream demo': { state: 'good' } });
    expect(findings).not.toHaveProperty('admin token');
    expect(existsSync(join(cli.path, 'data'))).toBe(false);
  });

  it.each(['empty', 'missing'])(
    'warns of a database that is %s where there was one',
    async (how) => {
      cli.write('first-secrets.env', 'PARLEY_KEY=a\n');
      if (how === 'empty') cli.write('parley.db', '');
      const { code, findings } = await examine({ PARLEY_DATA: cli.path });
      expect([code, findings['database']]).toEqual([
        0,
        {
          check: 'database',
          state: 'warning',
          message: expect.stringContaining('restore a backup') as unknown,
        },
      ]);
    },
  );

  it('passes before an upgrade, and upgrades nothing', async () => {
    await cli.call(['keys', 'create']);
    const path = join(cli.path, 'data', 'parley.db');
    makeEarlier(path);
    const before = countMigrations(path);
    const { code, findings } = await examine();
    expect(code).toBe(0);
    expect(findings['database']?.state).toBe('warning');
    expect(findings['database']?.message).toMatch(/tables of an earlier version.*backup first\.$/);
    expect(findings).toMatchObject({ 'upstream demo': { state: 'good' } });
    expect(countMigrations(path)).toBe(before);
  });

  it('finds a stored upstream whose credential the secret key does not decrypt', async () => {
    await cli.call(['keys', 'create']);
    const [path, right] = [join(cli.path, 'data', 'parley.db'), 'a'.repeat(64)];
    const cipher = createSecretCipher(readSecretKeys(right));
    const credential = await cipher.encrypt('no-real-credential', credentialContext('ours'));
    const body = JSON.stringify({
      ...{ provider: 'openai', base_url: 'http://127.0.0.1:9/v1', models: ['m'] },
      sealed_credential: credential,
    });
    const store = await createSqliteStore({ path });
    await store.saveEntity({ kind: 'upstream', name: 'ours', body, updatedAt: 1 });
    await store.close();
    const good = await examine({ PARLEY_SECRET_KEY: right });
    expect(good.findings['stored entries']).toMatchObject({ state: 'good' });
    const bad = await examine({ PARLEY_SECRET_KEY: 'b'.repeat(64) });
    expect(bad.code).toBe(1);
    expect(bad.findings['stored entries']).toMatchObject({
      state: 'bad',
      message: 'upstream ours credential: It cannot be decrypted with the secret key of this host.',
    });
  });

  it('says that Redis does not answer, and why', async () => {
    const { code, findings } = await examine({ PARLEY_REDIS_URL: 'redis://:no-real@127.0.0.1:9' });
    expect(code).toBe(1);
    expect(findings['redis']).toMatchObject({
      state: 'bad',
      message:
        'Redis does not answer: connect ECONNREFUSED 127.0.0.1:9. Check that it runs and that its address is right.',
    });
    expect(findings['database']).toMatchObject({ state: 'good' });
    expect((await examine()).findings).not.toHaveProperty('redis');
  });

  it('asks the collector of traces whether it takes spans', async () => {
    const endpoint = (port: number) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    });
    const good = await examine(endpoint(await serve(200, '{}')));
    expect(good.findings['traces']).toMatchObject({ state: 'good' });
    const bad = await examine(endpoint(await serve(404, '')));
    expect(bad.code).not.toBe(0);
    expect(bad.findings['traces']).toMatchObject({
      ...{ state: 'bad', message: 'The collector answers with status 404.' },
    });
    const gone = await examine(endpoint(9));
    expect(gone.findings['traces']?.state).toBe('bad');
  });

  it('sends a test to each webhook', async () => {
    const secret = `whsec_${btoa('s'.repeat(32))}`;
    const url = (port: number) => `http://127.0.0.1:${port}/t0ken`;
    const good = { url: url(await serve(204, '')), secret };
    const bad = { url: url(await serve(404, '')), format: 'slack' };
    cli.write('parley.yaml', JSON.stringify({ alerts: { webhooks: { good, bad } } }));
    const { code, findings } = await examine();
    expect(code).not.toBe(0);
    expect(findings['webhook good']).toMatchObject({ state: 'good' });
    expect(findings['webhook bad']).toMatchObject({
      ...{ state: 'bad', message: 'It did not take a test: status 404.' },
    });
  });

  it('shows the lines of a faulty configuration and the other failures', async () => {
    const path = cli.write('parley.yaml', 'upstreams: {}\nmodells: {}\n');
    const port = String(await serve(404, '{}'));
    const { code, findings } = await examine({}, ['--port', port]);
    expect(code).toBe(1);
    expect(findings['configuration']).toMatchObject({ state: 'bad' });
    expect(findings['configuration']?.message).toContain(`${path}:2:1  modells`);
    expect(findings['port']).toMatchObject({ state: 'bad' });
  });

  it('finds a missing credential, with its line', async () => {
    cli.write('parley.yaml', 'upstreams:\n  bare: { provider: openai }\n');
    const { findings } = await examine();
    expect(findings['configuration']).toMatchObject({ state: 'bad' });
    expect(findings['configuration']?.message).toMatch(
      /:2:3 {2}upstreams\.bare\.credential\n.*OPENAI_API_KEY/,
    );
  });

  it('distinguishes a port in use by another program from one in use by Parley', async () => {
    const other = String(await serve(200, '{"status":"ok"}'));
    const taken = await examine({}, ['--port', other]);
    expect(taken.code).toBe(1);
    expect(taken.findings['port']?.message).toMatch(
      /^Another program listens on .* Try: parley --port/,
    );
    const ours = await serve(503, '{"status":"unavailable","checks":{"store":"unavailable"}}');
    const { findings } = await examine({ PARLEY_PORT: String(ours) }, []);
    expect(findings['port']).toMatchObject({ state: 'good' });
    expect(findings['port']?.message).toContain(`Parley runs at http://127.0.0.1:${String(ours)}`);
  });

  it('finds a data folder that cannot be written', async () => {
    const path = cli.write('data', 'a file where the folder should be');
    const { code, findings } = await examine();
    expect(code).toBe(1);
    expect(findings['data folder']).toMatchObject({ state: 'bad' });
    expect(findings['data folder']?.message).toBe(
      `The data folder ${path} cannot be written: it is no folder; set PARLEY_DATA to one.`,
    );
    const { code: created, stderr } = await cli.call(['keys', 'create']);
    expect([created, stderr]).toEqual([
      1,
      expect.stringMatching(/^parley: The data folder [^\n]*\n$/),
    ]);
  });

  it('finds a database that cannot be looked up, such as that of another user', async () => {
    await cli.call(['keys', 'create']);
    const path = join(cli.path, 'data', 'parley.db');
    // A circle of links is the failure of a lookup that the superuser gets as well.
    rmSync(path);
    symlinkSync(path, path);
    const { code, findings } = await examine();
    expect(code).toBe(1);
    expect(findings['database']).toMatchObject({ state: 'bad' });
    expect(findings['database']?.message).toContain(`${path} cannot be opened`);
    expect(findings).toMatchObject({ 'upstream demo': { state: 'good' } });
  });

  it('finds a damaged database, and one that does not answer', async () => {
    const broken = createCliFolder();
    onTestFinished(() => broken.remove());
    await broken.call(['keys', 'create']);
    broken.write('data/parley.db', 'this is no database, although it is long enough'.repeat(100));
    const { stdout } = await broken.call(['doctor', '--port', '0', '--json']);
    const findings = JSON.parse(stdout) as readonly Finding[];
    expect(findings.find(({ check }) => check === 'database')).toMatchObject({
      state: 'bad',
      message: expect.stringMatching(/is damaged.*restore a backup/) as string,
    });
    const away = await examine({
      PARLEY_DATABASE_URL: 'postgres://parley:hunter2@127.0.0.1:9/parley',
    });
    expect(away.findings['database']).toMatchObject({ state: 'bad' });
    expect(away.findings['database']?.message).not.toContain('hunter2');
  });

  it('finds a database that another program, such as a backup, locks', async () => {
    await cli.call(['keys', 'create']);
    const backup = new DatabaseSync(join(cli.path, 'data', 'parley.db'));
    onTestFinished(() => backup.close());
    backup.exec('begin immediate');
    const { code, findings } = await examine();
    expect(code).toBe(1);
    expect(findings['database']).toMatchObject({ state: 'bad' });
    expect(findings['database']?.message).toContain('such as a backup, locks the file');
  });

  it('finds upstreams that do not answer, and credentials that they refuse', async () => {
    const port = await serve(401, '{}');
    cli.write(
      'parley.yaml',
      `
upstreams:
  away: { provider: openai-compatible, base_url: 'http://127.0.0.1:9/v1' }
  strict: { provider: openai-compatible, base_url: 'http://127.0.0.1:${String(port)}/v1', credential: wrong }
`,
    );
    const { code, findings } = await examine();
    expect(code).toBe(1);
    expect(findings['upstream away']).toMatchObject({ state: 'bad' });
    expect(findings['upstream away']?.message).toContain('the connection failed');
    expect(findings['upstream strict']).toMatchObject({ state: 'bad' });
    expect(findings['upstream strict']?.message).toContain('status 401');
    expect(findings['upstream demo']).toMatchObject({ state: 'good' });
  });

  it('finds an invalid secret key without showing it', async () => {
    const { code, findings } = await examine({ PARLEY_SECRET_KEY: 'hunter2' });
    expect(code).toBe(1);
    expect(findings['configuration']?.message).toMatch(
      /^PARLEY_SECRET_KEY: A secret key has 32 bytes/,
    );
    expect(JSON.stringify(findings)).not.toContain('hunter2');
    expect(await cli.call(['keys', 'list'], { PARLEY_SECRET_KEY: 'hunter2' })).toMatchObject({
      code: 2,
    });
  });
});

describe('the machine', () => {
  it('needs a Node that is new enough', () => {
    expect(checkRuntime('22.12.9').state).toBe('bad');
    expect(checkRuntime('22.13.0').state).toBe('good');
    expect(checkRuntime('24.0.0').state).toBe('good');
  });

  it('may name proxies, of which ALL_PROXY is not used', async () => {
    expect(await checkProxies({})).toMatchObject({ state: 'good' });
    expect(await checkProxies({ https_proxy: 'http://proxy' })).toMatchObject({
      state: 'good',
      message: 'Upstreams are called through the proxy of HTTPS_PROXY.',
    });
    expect(await checkProxies({ ALL_PROXY: 'http://proxy' })).toMatchObject({ state: 'warning' });
  });

  it('may not name a proxy that is none, whose value is not shown', async () => {
    const { state, message } = await checkProxies({ HTTPS_PROXY: 'socks5://user:hunter2@proxy' });
    expect(state).toBe('bad');
    expect(message).toContain('HTTPS_PROXY');
    expect(message).not.toContain('hunter2');
  });
});
