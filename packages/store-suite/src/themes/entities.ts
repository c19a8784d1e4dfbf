/** Tests of declared entities; part of the store suite. */
import { StoreReferenceError, type EntityRecord } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { range } from '../process/waiting.ts';
import { addSampleKey, sampleEntity, sampleKey, sampleSecret } from '../samples/index.ts';

export function describeEntities(open: OpenHarness): void {
  describe('declared entities', () => {
    describeVersion(open);
    describeKeptEntities(open);
    describeGroups(open);
  });
}

function sampleGroup(name: string): EntityRecord {
  return sampleEntity(name, { kind: 'group', body: '{}' });
}

function describeGroups(open: OpenHarness): void {
  it('keep a group that a key is bound to, where that is asked for', async () => {
    const { store } = await open();
    await store.saveEntity(sampleGroup('work'));
    await store.saveEntity(sampleEntity('work'));
    const { id } = await addSampleKey(store, 1, { groups: ['default', 'work'] });
    const before = await store.readEntities();
    await expect(store.deleteEntity('group', 'work', { unbound: true })).rejects.toBeInstanceOf(
      StoreReferenceError,
    );
    expect(await store.readEntities()).toStrictEqual(before);
    expect(await store.deleteEntity('group', 'none', { unbound: true })).toBe(false);
    await store.deleteKey(id);
    expect(await store.deleteEntity('group', 'work', { unbound: true })).toBe(true);
    await addSampleKey(store, 2, { groups: ['work'] });
    await store.saveEntity(sampleGroup('work'));
    expect(await store.deleteEntity('group', 'work')).toBe(true);
  });

  it('bind no key to a declared group that does not exist', async () => {
    const { store } = await open();
    await store.saveEntity(sampleEntity('work'));
    const key = sampleKey(1, { groups: ['work'] });
    const refused = store.addKey(key, sampleSecret(1, { keyId: key.id }), ['work']);
    await expect(refused).rejects.toBeInstanceOf(StoreReferenceError);
    expect(await store.readKey(key.id)).toBeUndefined();
    const { id } = await addSampleKey(store, 2);
    const moved = store.changeKey(id, { groups: ['work'] }, { declaredGroups: ['work'] });
    await expect(moved).rejects.toBeInstanceOf(StoreReferenceError);
    expect((await store.readKey(id))?.key.groups).toEqual(['default']);
    await store.saveEntity(sampleGroup('work'));
    await store.addKey(key, sampleSecret(1, { keyId: key.id }), ['work']);
    expect(
      await store.changeKey(id, { groups: ['work'] }, { declaredGroups: ['work'] }),
    ).toMatchObject({ id });
  });

  it('bind a key to a group, or delete the group, when both happen at once', async () => {
    const { store } = await open();
    const results = range(20).map(async (serial) => {
      const group = `group-${String(serial)}`;
      await store.saveEntity(sampleGroup(group));
      const key = sampleKey(serial, { groups: [group] });
      const [added, deleted] = await Promise.allSettled([
        store.addKey(key, sampleSecret(serial, { keyId: key.id }), [group]),
        store.deleteEntity('group', group, { unbound: true }),
      ]);
      return [added.status, deleted.status].sort();
    });
    for (const statuses of await Promise.all(results)) {
      expect(statuses).toEqual(['fulfilled', 'rejected']);
    }
  });
}

function describeVersion(open: OpenHarness): void {
  it('change nothing, and no version, when there is none to delete', async () => {
    const { store } = await open();
    await store.saveEntity(sampleEntity('fast'));
    const before = await store.readEntityVersion();
    expect(await store.deleteEntity('model', 'slow')).toBe(false);
    expect(await store.deleteEntity('group', 'fast')).toBe(false);
    expect(await store.readEntityVersion()).toBe(before);
    expect((await store.readEntities()).entities).toHaveLength(1);
  });

  it('raise the version with every change, however many come together', async () => {
    const { store } = await open();
    const first = await store.readEntityVersion();
    const names = Array.from({ length: 20 }, (_, index) => `model-${String(index)}`);
    await Promise.all(names.map((name) => store.saveEntity(sampleEntity(name))));
    const second = await store.readEntityVersion();
    expect(second).toBeGreaterThanOrEqual(first + names.length);
    expect(await store.deleteEntity('model', 'model-0')).toBe(true);
    expect(await store.readEntityVersion()).toBeGreaterThan(second);
  });
}

function describeKeptEntities(open: OpenHarness): void {
  it('begin empty, with a version', async () => {
    const { store } = await open();
    const version = await store.readEntityVersion();
    expect(await store.readEntities()).toStrictEqual({ version, entities: [] });
  });

  it('are kept as they were declared, one of a name in each kind', async () => {
    const { store } = await open();
    const body = '{"name":"é 🦜","url":"https://example.com/\\u0000"}';
    const model = sampleEntity('same', { body });
    const upstream = sampleEntity('same', { kind: 'upstream', body: '{}' });
    await store.saveEntity(model);
    await store.saveEntity(upstream);
    const { version, entities } = await store.readEntities();
    expect(version).toBe(await store.readEntityVersion());
    expect(entities).toHaveLength(2);
    expect(entities).toContainEqual(model);
    expect(entities).toContainEqual(upstream);
  });

  it('replace those of the same kind and name', async () => {
    const { store } = await open();
    await store.saveEntity(sampleEntity('fast'));
    const changed = sampleEntity('fast', { body: '{}', updatedAt: 9 });
    await store.saveEntity(changed);
    expect((await store.readEntities()).entities).toStrictEqual([changed]);
  });

  it('are gone once they are deleted', async () => {
    const { store } = await open();
    await store.saveEntity(sampleEntity('fast'));
    await store.saveEntity(sampleEntity('slow'));
    expect(await store.deleteEntity('model', 'fast')).toBe(true);
    expect((await store.readEntities()).entities).toStrictEqual([sampleEntity('slow')]);
  });
}
