// Runs the suite as one test per runtime, without slow and heavy scenarios.
import { describe, expect, it } from 'vitest';
import { runRuntime } from './run-runtime.ts';

const patienceMs = 600_000;

/** Declares the test of a runtime. It must have been built. */
export function expectConformance(runtime: string): void {
  describe(`the gateway on ${runtime}`, () => {
    it(
      'keeps every rule of the specification, but for known gaps',
      async () => {
        const card = await runRuntime(runtime);
        const failed = card.scenarios.filter(({ status }) => status === 'fail');
        expect(failed.map(({ id, message }) => `${id}: ${message ?? ''}`)).toEqual([]);
        expect(card.totals.pass).toBeGreaterThan(0);
      },
      patienceMs,
    );
  });
}
