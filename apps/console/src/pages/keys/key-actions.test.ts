import { expect, test, vi } from 'vitest';
import { doToAll } from './key-actions.ts';

vi.mock('../../api/client.ts', () => ({}));

test('a key that fails is named, and the others are still changed', async () => {
  const done: string[] = [];
  const progress: number[] = [];
  const failures = await doToAll(
    [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    async ({ name }) => {
      if (name === 'b') throw new Error('There is no such key.');
      done.push(name);
    },
    (count) => progress.push(count),
  );
  expect(failures).toEqual([{ name: 'b', error: new Error('There is no such key.') }]);
  expect(done).toEqual(['a', 'c']);
  expect(progress).toEqual([1, 2, 3]);
});
