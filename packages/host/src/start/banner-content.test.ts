import { createMemoryStore } from '@parley/core/memory-store';
import { configurationSchema, hashSecret, type Configuration } from '@parley/core';
import { afterEach, describe, expect, it } from 'vitest';
import { createBanner } from './banner-content.ts';
import { createFirstSecrets, type KeptSecrets } from './first-secrets.ts';
import { startHost, type StartedHost } from './start-host.ts';

let host: StartedHost | undefined;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

async function showBanner(
  configuration: Configuration,
  signsIn: boolean,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const store = createMemoryStore();
  host ??= await startHost({
    environment,
    loaded: { configuration, written: configuration, origins: { places: new Map() } },
    log: () => undefined,
    version: '1.2.3',
    openOwnStore: async () => ({ store, description: 'memory', isNew: true }),
  });
  return startAnew(host, signsIn);
}

/** Creates the first secrets and returns the banner, as a start does. */
async function startAnew(
  started: StartedHost,
  signsIn: boolean,
  keep?: () => KeptSecrets | undefined,
): Promise<string> {
  const { environment, loaded } = started.settings;
  const { configuration } = loaded;
  const first = await createFirstSecrets(started.store, { configuration, environment, keep });
  const facts = { runtime: 'node 24', baseUrl: 'http://127.0.0.1:8787', signsIn, first };
  return createBanner(started, facts);
}

const plain = configurationSchema.parse({});
const off = configurationSchema.parse({ console: false });

describe('the first secrets', () => {
  async function showAnew(keep: () => KeptSecrets | undefined): Promise<string> {
    await showBanner(plain, false);
    for (const { id } of (await host?.store.listAdminTokens()) ?? []) {
      await host?.store.deleteAdminToken(id);
    }
    return host === undefined ? '' : startAnew(host, false, keep);
  }

  it('are shown at a terminal', async () => {
    expect(await showBanner(plain, false)).toMatch(/Your key +sk-parley-\w+ {3}shown only now/);
  });

  it('are in a file that is named otherwise', async () => {
    const lines = await showAnew(() => ({
      ...{ path: '/data/first-secrets.env', accept: () => undefined, discard: () => undefined },
    }));
    expect(lines).toContain('First secrets  in /data/first-secrets.env');
    expect(lines).not.toMatch(/sk-parley-|parley-admin-/);
  });

  it('are not created when they cannot be kept', async () => {
    const lines = await showAnew(() => undefined);
    expect(lines).toContain('`parley keys create` makes another');
    expect(await host?.store.listAdminTokens()).toEqual([]);
  });
});

describe('the address of the console in the first lines', () => {
  it('has a new sign-in code at each start, stored as a hash', async () => {
    const first = /#t=(\S+) {3}\(signs in once, 10 minutes\)/.exec(await showBanner(plain, true));
    const code = first?.[1] ?? '';
    expect(await host?.store.findSession(await hashSecret(code))).toMatchObject({
      purpose: 'link',
      subject: { kind: 'token' },
    });
    expect(await showBanner(plain, true)).not.toContain(code);
  });

  it('has no sign-in code when others could see or reach it', async () => {
    const lines = await showBanner(plain, false);
    expect(lines).toMatch(/Console +http:\S+\/console {3}\(`parley console` prints a link\)\n/);
    expect(lines).not.toContain('#t=');
  });

  it('is absent when the console is turned off', async () => {
    expect(await showBanner(off, true)).not.toContain('/console');
  });
});

describe('the first lines', () => {
  it('name commands as the launcher of a checkout runs them', async () => {
    const lines = await showBanner(plain, false, { PARLEY_COMMAND: 'npm run parley --' });
    expect(lines).toContain('`npm run parley -- keys create`');
    expect(lines).toContain('`npm run parley -- console`');
    expect(lines).not.toContain('`parley ');
  });

  it('name the variables of three vendors until they are set up', async () => {
    const lines = await showBanner(plain, false);
    for (const vendor of ['OPENAI', 'ANTHROPIC', 'GEMINI']) {
      expect(lines).toContain(`set ${vendor}_API_KEY\n`);
    }
  });
});

describe('an upstream in the first lines', () => {
  it('is called by any name while it has not listed its models', async () => {
    const base = { provider: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1' };
    const upstreams = { mute: base, listed: { ...base, models: ['x'] } };
    const lines = await showBanner(configurationSchema.parse({ upstreams }), false);
    expect(lines).toMatch(/mute .*no list of models: call mute\/<model>/);
    expect(lines).toMatch(/listed .*1 model\n/);
  });
});
