import { describe, expect, it } from 'vitest';
import { createBatchedRead } from './batched-read.ts';

function setUp(fails = false) {
  const reads: (readonly string[])[] = [];
  const find = createBatchedRead((ids) => {
    reads.push(ids);
    if (fails) return Promise.reject(new Error('no database'));
    const known = ids.filter((id) => id !== 'unknown');
    return Promise.resolve(new Map(known.map((id) => [id, `answer to ${id}`])));
  });
  return { reads, find };
}

describe('a batched read', () => {
  it('rejects every question of a read that fails', async () => {
    const { find } = setUp(true);
    const results = await Promise.allSettled([find('a'), find('b'), find('a')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('asks once for what is asked at the same moment, and once for each id', async () => {
    const { reads, find } = setUp();
    expect(await Promise.all([find('a'), find('unknown'), find('a')])).toEqual([
      'answer to a',
      undefined,
      'answer to a',
    ]);
    expect(reads).toEqual([['a', 'unknown']]);
    await find('b');
    expect(reads).toHaveLength(2);
  });

  it('asks for at most a thousand at once', async () => {
    const { reads, find } = setUp();
    await Promise.all(Array.from({ length: 2_001 }, (_, index) => find(String(index))));
    expect(reads.map(({ length }) => length)).toEqual([1_000, 1_000, 1]);
  });
});
