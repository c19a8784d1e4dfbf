/** One gateway for all tests of a file. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startTestGateway, type TestGateway } from './test-gateway.ts';

/** Starts it before the tests. After each one its upstream must not have failed, and forgets its requests and scripts. */
export function shareTestGateway(): Pick<TestGateway, 'upstream' | 'parley'> {
  let started: TestGateway;
  beforeAll(async () => {
    started = await startTestGateway();
  });
  afterAll(() => started.close());
  afterEach(() => {
    expect(started.upstream.failures).toEqual([]);
    started.upstream.clear();
  });
  return {
    get upstream() {
      return started.upstream;
    },
    get parley() {
      return started.parley;
    },
  };
}
