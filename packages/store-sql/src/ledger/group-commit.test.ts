import { setImmediate as turn } from 'node:timers/promises';
import { StoreUnavailableError } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import { createGroupCommit, runEach, unwrap } from './group-commit.ts';

/** A write whose batches the test completes by hand. */
function createManualWrite() {
  const batches: (readonly string[])[] = [];
  const ends: { readonly succeed: () => void; readonly fail: (reason: unknown) => void }[] = [];
  const write = (batch: readonly string[]): Promise<readonly string[]> => {
    batches.push(batch);
    return new Promise((resolve, fail) => {
      ends.push({ succeed: () => resolve(batch.map((item) => `wrote ${item}`)), fail });
    });
  };
  return { batches, ends, write };
}

describe('group commit', () => {
  it('rejects items beyond its queue limit, and keeps the queued ones', async () => {
    const { ends, write } = createManualWrite();
    const commit = createGroupCommit(write, { largestBatch: 10, longestQueue: 2 });
    const kept = [commit('a'), commit('b')];
    const refused = commit('c');
    await expect(refused).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(refused).rejects.toThrow(/^Too many exchanges wait for the database\.$/);
    await turn();
    ends[0]?.succeed();
    await Promise.all(kept);
  });

  it('rejects the items of a failed batch only, and continues', async () => {
    const { ends, write } = createManualWrite();
    const commit = createGroupCommit(write);
    const failed = Promise.allSettled([commit('a'), commit('b')]);
    await turn();
    const later = commit('c');
    const reason = new Error('The disk is full.');
    ends[0]?.fail(reason);
    expect(await failed).toStrictEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    await turn();
    ends[1]?.succeed();
    expect(await later).toBe('wrote c');
  });

  it('does not resolve before its write has ended', async () => {
    const { batches, ends, write } = createManualWrite();
    const commit = createGroupCommit(write);
    let resolved = false;
    const promise = commit('a').then(() => {
      resolved = true;
    });
    await turn();
    await turn();
    expect(batches).toStrictEqual([['a']]);
    expect(resolved).toBe(false);
    ends[0]?.succeed();
    await promise;
  });

  it('writes the items of one event loop turn together, also of later microtasks', async () => {
    const { batches, ends, write } = createManualWrite();
    const commit = createGroupCommit(write);
    const first = commit('a');
    await Promise.resolve();
    const second = commit('b');
    await turn();
    expect(batches).toStrictEqual([['a', 'b']]);
    ends[0]?.succeed();
    expect(await Promise.all([first, second])).toStrictEqual(['wrote a', 'wrote b']);
    await turn();
    await turn();
    expect(batches).toHaveLength(1);
  });

  it('writes the items that arrive during a write together, one batch at a time', async () => {
    const { batches, ends, write } = createManualWrite();
    const commit = createGroupCommit(write);
    const first = commit('a');
    await turn();
    const later = [commit('b'), commit('c')];
    await turn();
    expect(batches).toStrictEqual([['a']]);
    ends[0]?.succeed();
    await first;
    await turn();
    await turn();
    expect(batches).toStrictEqual([['a'], ['b', 'c']]);
    ends[1]?.succeed();
    await Promise.all(later);
  });

  it('splits more items than a batch holds, in order', async () => {
    const limits = { largestBatch: 2, longestQueue: 100 };
    const batches: (readonly number[])[] = [];
    const commit = createGroupCommit<number, number>((batch) => {
      batches.push(batch);
      return Promise.resolve(batch);
    }, limits);
    await Promise.all([1, 2, 3, 4, 5].map((item) => commit(item)));
    expect(batches).toStrictEqual([[1, 2], [3, 4], [5]]);
  });

  it('writes 1,000 items at once, and lets 100,000 wait, unless told otherwise', async () => {
    const { batches, ends, write } = createManualWrite();
    const commit = createGroupCommit(write);
    const commits = Array.from({ length: 100_000 }, () => commit('a'));
    await expect(commit('b')).rejects.toBeInstanceOf(StoreUnavailableError);
    await turn();
    expect(batches.map(({ length }) => length)).toStrictEqual([1_000]);
    ends[0]?.succeed();
    await Promise.all(commits.slice(0, 1_000));
  });

  it('survives a write that throws at once', async () => {
    let calls = 0;
    const commit = createGroupCommit<string, string>((batch) => {
      calls += 1;
      if (calls === 1) throw new Error('No connection.');
      return Promise.resolve(batch);
    });
    await expect(commit('a')).rejects.toThrow('No connection.');
    expect(await commit('b')).toBe('b');
  });
});

it('an item that fails alone does not stop the others, and its caller gets the error', () => {
  const results = runEach([1, 0, 2], (item) => {
    if (item === 0) throw new RangeError('Not this one.');
    return item;
  });
  expect(results.map(({ kind }) => kind)).toStrictEqual(['done', 'failed', 'done']);
  const values = results.map((result) => () => unwrap(result));
  expect([values[0]?.(), values[2]?.()]).toStrictEqual([1, 2]);
  expect(values[1]).toThrow(/^Not this one\.$/);
});
