import { sampleAuditEntry, settleSample } from '@parley/store-suite';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresStore } from './postgres-store.ts';
import { createHarness, dropSchemas, serverUrl } from './testing/temporary-store.ts';

afterAll(dropSchemas);

/** So the server plans by itself where it knows of few rows: it may read what is to be deleted anew for each row. */
const nestedLoops = ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'].map(
  (name) => ` -c enable_${name}=off`,
);

describe.skipIf(serverUrl === undefined)('old rows on a server that joins by nested loops', () => {
  it('are deleted in steps of the wanted size', async () => {
    const { store, location, dispose } = await createHarness();
    onTestFinished(dispose);
    for (const startedAt of [1, 3, 5, 7, 9]) {
      await settleSample(store, `x-${String(startedAt)}`, { startedAt });
      await store.addAuditEntry(sampleAuditEntry(startedAt, { at: startedAt }));
    }
    const url = new URL(location ?? '');
    const options = url.searchParams.get('options') ?? '';
    url.searchParams.set('options', options + nestedLoops.join(''));
    const looping = await createPostgresStore({ url: url.href });
    onTestFinished(() => looping.close());
    expect(await looping.deleteExchanges({ before: 9, limit: 3 })).toBe(3);
    expect(await looping.deleteAudit({ before: 9, limit: 3 })).toBe(3);
    const left = await store.listExchanges({ limit: 10 });
    expect(left.map(({ id }) => id)).toStrictEqual(['x-9', 'x-7']);
  });
});
