import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EntityKind } from '../store/index.ts';
import { createMemoryStore, type MemoryStore } from '../memory-store/memory-store.ts';
import { encryptedCredentialField, credentialContext } from '../configuration/entities.ts';
import { createManagedConfiguration, type ManagedConfiguration } from './managed-configuration.ts';
import { configurationSchema } from '../configuration/schema.ts';
import { createSecretCipher, readSecretKeys } from '../configuration/encryption.ts';

const cipher = createSecretCipher(readSecretKeys('ab'.repeat(32)));
const host = configurationSchema.parse({
  upstreams: { up0: { provider: 'openai', credential: 'of-the-file', models: ['a'] } },
});

let store: MemoryStore;
let log: string[];
let now: number;
let managed: ManagedConfiguration;
beforeEach(() => {
  store = createMemoryStore();
  log = [];
  now = 0;
  managed = create();
});

function create(configuration = host): ManagedConfiguration {
  return createManagedConfiguration({
    store,
    clock: { now: () => now, monotonic: () => now },
    log: (level, message, fields) =>
      log.push(`${level} ${message} ${JSON.stringify(fields, (_, value) => describeError(value))}`),
    host: configuration,
    cipher,
  });
}

function describeError(value: unknown): unknown {
  return value instanceof Error ? value.message : value;
}

const save = (kind: EntityKind, name: string, body: unknown) =>
  store.saveEntity({ kind, name, body: JSON.stringify(body), updatedAt: 0 });
const model = { targets: [{ upstream: 'up0', model: 'a' }] };
const names = (of = managed) => [...(of.snapshot().groups.get('default')?.routes.keys() ?? [])];
const errors = () => log.filter((line) => line.startsWith('error'));

describe('what the store declares', () => {
  it('is read at the first use and then at most once a second', async () => {
    await save('model', 'one', model);
    await managed.refresh();
    expect(names()).toContain('one');
    await save('model', 'two', model);
    now = 999;
    await managed.refresh();
    expect(names()).not.toContain('two');
    now = 1_000;
    await managed.refresh();
    expect(names()).toContain('two');
  });

  it('is read in the background while it is in use, so that no request waits', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    await managed.refresh(true);
    await save('model', 'one', model);
    now = 600;
    await vi.advanceTimersByTimeAsync(600);
    expect(names()).toContain('one');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is no longer read in the background once it is closed, although a late request uses it', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    await managed.refresh(true);
    managed.close();
    now = 1_000;
    await managed.refresh(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is read again when a read never ends, as after a suspended host', async () => {
    await save('model', 'one', model);
    const { readEntityVersion } = store;
    store.readEntityVersion = () => new Promise(() => undefined);
    void managed.refresh();
    store.readEntityVersion = readEntityVersion;
    now = 10_000;
    await managed.refresh();
    expect(names()).toContain('one');
  });

  it('is read completely only when it has changed', async () => {
    let reads = 0;
    const { readEntities } = store;
    store = Object.assign(store, {
      readEntities: () => {
        reads += 1;
        return readEntities();
      },
    });
    await save('model', 'one', model);
    for (let second = 0; second < 3; second += 1) {
      now = second * 1_000;
      await managed.refresh();
    }
    expect(reads).toBe(1);
  });

  it('never hides the group to which keys are bound', async () => {
    await save('group', 'team', { models: ['a'] });
    await managed.refresh();
    expect([...managed.snapshot().groups.keys()]).toEqual(['default', 'team']);
  });

  it.each<[string, { kind: EntityKind; name: string; body: unknown }]>([
    ['is no JSON', { kind: 'model', name: 'x', body: 'nonsense' }],
    ['is against the schema', { kind: 'model', name: 'x', body: { targets: [] } }],
    ['leads nowhere', { kind: 'model', name: 'x', body: { targets: [{ upstream: 'gone' }] } }],
    [
      'has an impossible name',
      { kind: 'upstream', name: 'Bad Name', body: { provider: 'ollama' } },
    ],
    ['would change what objects are', { kind: 'group', name: '__proto__', body: { models: [] } }],
    [
      'is the price of nothing',
      { kind: 'price', name: 'x', body: { match: 'gone/*', free: true } },
    ],
    ['takes the name of an upstream', { kind: 'group', name: 'x', body: { fingerprint: 'up0' } }],
  ])('and %s is left out alone, and the log says so', async (_what, { kind, name, body }) => {
    await save(kind, name, body);
    await save('model', 'good', model);
    await managed.refresh();
    expect(names()).toContain('good');
    expect(errors()).toHaveLength(1);
    expect(errors()[0]).toContain(JSON.stringify(name));
    now = 10_000;
    await managed.refresh();
    expect(errors()).toHaveLength(1);
  });

  it('excludes entities that depend on an excluded one', async () => {
    await save('upstream', 'broken', { provider: 'nobody' });
    await save('model', 'needs', { targets: [{ upstream: 'broken' }] });
    await save('model', 'good', model);
    await managed.refresh();
    expect(names()).toContain('good');
    expect(names()).not.toContain('needs');
    expect(errors()).toHaveLength(2);
  });

  it('is excluded without the key that its credential was encrypted with', async () => {
    const other = createSecretCipher(readSecretKeys('cd'.repeat(32)));
    const sealed = await other.encrypt('secret', credentialContext('mine'));
    await save('upstream', 'mine', {
      provider: 'openai',
      [encryptedCredentialField]: sealed,
      models: ['b'],
    });
    await save('model', 'good', model);
    await managed.refresh();
    expect(names()).toContain('good');
    expect(managed.snapshot().upstreams.has('mine')).toBe(false);
    expect(errors().join()).not.toContain('secret"');
  });

  it('is kept while the store is unavailable', async () => {
    await save('model', 'one', model);
    await managed.refresh();
    const { readEntityVersion } = store;
    Object.assign(store, { readEntityVersion: () => Promise.reject(new Error('locked')) });
    await managed.refreshNow();
    await managed.refreshNow();
    expect(names()).toContain('one');
    expect(errors()).toHaveLength(1);
    Object.assign(store, { readEntityVersion });
    await save('model', 'two', model);
    await managed.refreshNow();
    expect(names()).toContain('two');
    expect(log.at(-1)).toContain('info The configuration in the store can be read again.');
  });
});

describe('a name that both declare', () => {
  it('uses only the host’s declaration', async () => {
    await save('upstream', 'up0', {
      provider: 'openai',
      base_url: 'https://elsewhere.example/v1',
      headers: { 'x-from': 'store' },
      models: ['theirs'],
    });
    await save('model', 'm', model);
    managed = create(
      configurationSchema.parse({
        ...host,
        models: { m: { ...model, display_name: 'Ours' } },
      }),
    );
    await managed.refresh();
    const upstream = managed.snapshot().upstreams.get('up0');
    expect(JSON.stringify(upstream)).not.toContain('elsewhere');
    expect(JSON.stringify(upstream)).not.toContain('x-from');
    expect(names()).not.toContain('theirs');
    expect(JSON.stringify(managed.snapshot().groups.get('default')?.routes.get('m'))).toContain(
      'Ours',
    );
    expect(errors()).toEqual([]);
  });

  it('never gives a stored credential to the host’s upstream', async () => {
    const sealed = await cipher.encrypt('of-the-store', credentialContext('up1'));
    await save('upstream', 'up1', { provider: 'openai', [encryptedCredentialField]: sealed });
    managed = create(
      configurationSchema.parse({
        upstreams: { up1: { provider: 'openai', base_url: 'https://elsewhere.example/v1' } },
      }),
    );
    await managed.refresh();
    expect(JSON.stringify(managed.snapshot().upstreams.get('up1'))).not.toContain('of-the-store');
  });
});

describe('a new configuration of the host', () => {
  it('that is invalid changes nothing', async () => {
    await save('model', 'one', model);
    await managed.refresh();
    const wrong = configurationSchema.parse({ models: { x: { targets: [{ upstream: 'no' }] } } });
    expect(() => {
      managed.reload(wrong);
    }).toThrow('There is no upstream');
    expect(managed.host()).toBe(host);
    expect(names()).toContain('one');
  });

  it('excludes stored entities that need the old one, and restores them with it', async () => {
    await save('model', 'one', model);
    await managed.refresh();
    managed.reload(configurationSchema.parse({ upstreams: { up9: { provider: 'ollama' } } }));
    expect(names()).not.toContain('one');
    expect(errors()).toHaveLength(1);
    managed.reload(host);
    expect(names()).toContain('one');
  });
});
