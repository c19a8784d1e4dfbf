import { systemClock } from '@parley/core';
import {
  createCircuitBreaker,
  createManagedConfiguration,
  createRateLimitCooldowns,
  createSecretCipher,
  credentialContext,
  readSecretKeys,
} from '@parley/core/extension';
import { createMemoryStore } from '@parley/core/memory-store';
import type { EntityRecord, Store } from '@parley/core/store';
import { expect, it } from 'vitest';
import { groupsOf, type ConfigurationOperator } from '../shared/operator.ts';
import { changeEntity, saveEntity } from './entities.ts';
import { entityInputs } from './entity.ts';
import { reencryptSecrets } from './reencryption.ts';

const [old, current] = ['1'.repeat(64), '2'.repeat(64)] as const;
const cipher = createSecretCipher(readSecretKeys(`${current},${old}`));

/** An operator whose first change is overtaken by another one, between reading and writing. */
async function createOvertaken(before: EntityRecord, other: EntityRecord) {
  const memory = createMemoryStore();
  await memory.saveEntity(before);
  let isOvertaken = false;
  const saveBoth: Store['saveEntity'] = async (entity, expected) => {
    if (!isOvertaken) await memory.saveEntity(other);
    isOvertaken = true;
    await memory.saveEntity(entity, expected);
  };
  const store = new Proxy(memory, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name === 'saveEntity') return saveBoth;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const [clock, log] = [systemClock, () => undefined];
  const host = { upstreams: {}, models: {}, groups: {} };
  const configuration = createManagedConfiguration({ store, clock, log, host, cipher });
  await configuration.refreshNow();
  const operator: ConfigurationOperator & { cipher: typeof cipher } = {
    store,
    clock,
    configuration,
    cipher,
    actor: 'cli',
    health: createCircuitBreaker({ clock, isConfigured: () => true }),
    cooldowns: createRateLimitCooldowns(clock),
    ...groupsOf(configuration),
  };
  const read = async () => {
    const [entity] = (await memory.readEntities()).entities;
    return JSON.parse(entity?.body ?? '{}') as Record<string, unknown>;
  };
  return { operator, read };
}

const entity = (kind: EntityRecord['kind'], body: object, updatedAt: number): EntityRecord => ({
  kind,
  name: 'mine',
  body: JSON.stringify(body),
  updatedAt,
});

async function upstreamWith(secret: string, key: string, updatedAt: number): Promise<EntityRecord> {
  const credential = await createSecretCipher(readSecretKeys(key)).encrypt(
    secret,
    credentialContext('mine'),
  );
  const address = { provider: 'openai', base_url: 'http://127.0.0.1:9/v1' };
  return entity('upstream', { ...address, sealed_credential: credential }, updatedAt);
}

it('a change of a group keeps what another one changes of it at the same time', async () => {
  const group = { models: ['a'], multiplier: 1 };
  const { operator, read } = await createOvertaken(
    entity('group', group, 1),
    entity('group', { ...group, multiplier: 2 }, 2),
  );
  await changeEntity(operator, { kind: 'group', name: 'mine' }, (configuration) =>
    entityInputs.group.parse({ ...configuration, models: ['b'] }),
  );
  expect(await read()).toMatchObject({ models: ['b'], multiplier: 2 });
});

it('a new encryption keeps a credential that is replaced at the same time', async () => {
  const { operator, read } = await createOvertaken(
    await upstreamWith('first', old, 1),
    await upstreamWith('second', old, 2),
  );
  expect(await reencryptSecrets(operator)).toEqual({ encrypted: ['mine'], unreadable: [] });
  const { sealed_credential: text } = await read();
  const plain = createSecretCipher(readSecretKeys(current)).decrypt(
    String(text),
    credentialContext('mine'),
  );
  expect(await plain).toBe('second');
});

it('a change of an upstream keeps a credential that is replaced at the same time', async () => {
  const { operator, read } = await createOvertaken(
    await upstreamWith('first', current, 1),
    await upstreamWith('second', current, 2),
  );
  const input = { provider: 'openai', base_url: 'http://127.0.0.1:9/v1', models: ['m'] };
  await saveEntity(
    operator,
    { kind: 'upstream', name: 'mine' },
    entityInputs.upstream.parse(input),
  );
  const { sealed_credential: text, models } = await read();
  expect(models).toEqual(['m']);
  expect(await cipher.decrypt(String(text), credentialContext('mine'))).toBe('second');
});
