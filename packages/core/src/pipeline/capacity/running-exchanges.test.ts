import { describe, expect, it } from 'vitest';
import { Interruption } from '../request/interruption.ts';
import { RunningExchanges } from './running-exchanges.ts';

describe('the running exchanges', () => {
  const begin = (all: RunningExchanges) =>
    all.begin(new Interruption(new Request('http://parley.test/'), {}));

  it.each([
    ['first', 0],
    ['middle', 1],
    ['last', 2],
  ])('are all but the one that has ended, the %s of three', (_, ended) => {
    const all = new RunningExchanges();
    const three = [begin(all), begin(all), begin(all)];
    const [one] = three.splice(ended, 1);
    if (one !== undefined) all.end(one);
    // The others themselves: exchanges that run alike are equal.
    expect([...all].map((exchange) => three.includes(exchange))).toEqual([true, true]);
    for (const other of three) all.end(other);
    expect([...all]).toEqual([]);
  });

  it('are the same after one has ended twice', () => {
    const all = new RunningExchanges();
    const first = begin(all);
    all.end(first);
    const second = begin(all);
    all.end(first);
    expect([...all]).toEqual([second]);
    all.end(second);
    expect([...all]).toEqual([]);
  });

  it('are awaited until none is left', async () => {
    const all = new RunningExchanges();
    await all.whenNone();
    const two = [begin(all), begin(all)];
    let ended = 0;
    const waiting = all.whenNone().then(() => {
      expect(ended).toBe(2);
    });
    for (const exchange of two) {
      await new Promise(setImmediate);
      ended += 1;
      all.end(exchange);
    }
    await waiting;
  });

  it('may end while they are listed', () => {
    const all = new RunningExchanges();
    const two = [begin(all), begin(all)];
    const listed = [];
    for (const exchange of all) {
      all.end(exchange);
      listed.push(exchange);
    }
    expect(listed).toEqual(two);
  });

  it('begin without a slot and without a byte of a body', () => {
    expect(begin(new RunningExchanges())).toMatchObject({ hasSlot: false, bodyBytes: 0 });
  });
});
