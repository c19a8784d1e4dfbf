import { expect, it } from 'vitest';
import { logUpgrades } from './upgrade-log.ts';

it('an upgrade is logged when it waits, when it begins and, with its duration, when it has ended', () => {
  const lines: unknown[] = [];
  const tell = logUpgrades((...line) => lines.push(line));
  const steps = { from: '0001-first-tables', to: '0002-responses' };
  tell({ ...steps, isWaiting: true });
  tell(steps);
  tell({ ...steps, durationMs: 90_000 });
  expect(lines).toStrictEqual([
    ['info', 'Another process upgrades the tables of the database: this one waits for it.', steps],
    [
      'info',
      'The tables of the database are being upgraded.',
      { ...steps, advice: expect.stringContaining('Let it end') as string },
    ],
    ['info', 'The tables of the database have been upgraded.', { ...steps, durationMs: 90_000 }],
  ]);
});
