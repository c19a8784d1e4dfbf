import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runAtTurnEnd, waitForTurnEnd } from './turn-end.ts';

it('runs what became ready in one turn after it, one stage after the other', async () => {
  const order: string[] = [];
  for (const stage of ['reply', 'request', 'reply', 'request'] as const) {
    runAtTurnEnd(stage, () => order.push(stage));
  }
  expect(order).toEqual([]);
  await setImmediate();
  expect(order).toEqual(['reply', 'reply', 'request', 'request']);
});

it('lets what runs go through its stages side by side', async () => {
  const order: string[] = [];
  const run = async (id: string): Promise<void> => {
    for (const stage of ['decode', 'call']) {
      order.push(`${stage} ${id}`);
      await Promise.resolve();
    }
  };
  for (const id of ['a', 'b']) runAtTurnEnd('request', () => void run(id));
  await setImmediate();
  expect(order).toEqual(['decode a', 'decode b', 'call a', 'call b']);
});

it('runs in the next turn what is given while it runs', async () => {
  const order: string[] = [];
  runAtTurnEnd('reply', () => {
    order.push('first');
    runAtTurnEnd('reply', () => order.push('second'));
  });
  await setImmediate();
  expect(order).toEqual(['first']);
  await setImmediate();
  expect(order).toEqual(['first', 'second']);
});

it('lets those wait for the end of the turn that have no function to run', async () => {
  const order: string[] = [];
  const waiting = waitForTurnEnd('request').then(() => order.push('waited'));
  runAtTurnEnd('request', () => order.push('run'));
  await Promise.resolve();
  expect(order).toEqual([]);
  await waiting;
  expect(order).toEqual(['run', 'waited']);
});
