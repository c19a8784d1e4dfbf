import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { decodeSettlement } from '../../../store/index.ts';
import {
  arrangeQueue,
  createTestOutbox,
  down,
  settlementOf,
} from '../../../testing/queue-trial.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const event = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(3_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('store' as const), up: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('disk' as const), full: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const) }) },
);

it('no order of outages, full disks and crashes loses an end that a client saw, or settles it twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
      const { outbox, held, disk } = createTestOutbox([]);
      const seen: string[] = [];
      const stored = new Set<string>();
      let isUp = true;
      const start = () => {
        const left = [...held.values()].map(decodeSettlement);
        const own = { ...outbox, readLeft: async () => left };
        const running = arrangeQueue(100, own, isUp ? {} : { failure: down });
        return { ...running, crash: () => running.fail(down) };
      };
      let process = start();
      const collect = () => {
        for (const id of process.written) stored.add(id);
      };
      for (const [serial, one] of events.entries()) {
        if (one.kind === 'settle') {
          const id = String(serial);
          if (await process.queue.settle(settlementOf(id))) seen.push(id);
        }
        if (one.kind === 'wait') await vi.advanceTimersByTimeAsync(one.ms);
        if (one.kind === 'disk') disk.isFull = one.full;
        if (one.kind === 'store') {
          isUp = one.up;
          process.fail(isUp ? undefined : down);
        }
        if (one.kind === 'crash') {
          collect();
          process.crash();
          vi.clearAllTimers();
          process = start();
        }
      }
      disk.isFull = false;
      process.fail();
      await vi.advanceTimersByTimeAsync(60_000);
      collect();
      expect(seen.filter((id) => !stored.has(id))).toEqual([]);
      expect(new Set(process.written).size).toBe(process.written.length);
      expect(held.size).toBe(0);
    }),
    { numRuns: 300 },
  );
});
