/** Tests of declared entities; part of the store suite. */
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { sampleEntity } from '../samples/index.ts';

export function describeEntities(open: OpenHarness): void {
  describe('declared entities', () => {
    describeVersion(open);
    describeKeptEntities(open);
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
