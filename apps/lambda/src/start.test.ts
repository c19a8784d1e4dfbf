import { describe, expect, it } from 'vitest';
import { createStarter } from './start.ts';

describe('an instance', () => {
  it('does not start with a log level that does not exist, and names those that do', async () => {
    const log: unknown[] = [];
    const start = createStarter({ PARLEY_STORE: 'memory', PARLEY_LOG_LEVEL: 'loud' }, (...line) =>
      log.push(line),
    );
    await expect(start()).rejects.toThrow(
      'PARLEY_LOG_LEVEL: "loud" is not a log level; use one of debug, info, warn, error.',
    );
    expect(log).toHaveLength(1);
  });
});
