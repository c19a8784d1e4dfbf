import { expect, test } from 'vitest';
import { nounOf, subjectOf, verbOf } from './audit-sentence.ts';
import { dayAfter, startOf } from './days.ts';
import { writeParts } from './parts.ts';

test('the configuration as text shows the origin of each part', () => {
  expect(
    writeParts([
      { path: 'usage.show_balance', value: false, from: 'default', detail: null },
      { path: 'groups.a.models', value: ['x'], from: 'file', detail: 'line 12' },
      { path: 'empty', from: 'store', detail: null },
    ]),
  ).toBe(
    'usage.show_balance: false  # default\n' +
      'groups.a.models: ["x"]  # file, line 12\n' +
      'empty: null  # store',
  );
});

test('an entity is shown by its former name, and otherwise by its id', () => {
  expect(subjectOf({ subject_id: 'k1', detail: { name: 'Laptop' } })).toBe('Laptop');
  expect(subjectOf({ subject_id: 'u1', detail: { email: 'ada@example.org' } })).toBe(
    'ada@example.org',
  );
  expect(subjectOf({ subject_id: 'k1', detail: { name: 7 } })).toBe('k1');
  expect(subjectOf({ subject_id: 'k1', detail: null })).toBe('k1');
});

test('unknown actions are shown as the API names them', () => {
  expect(verbOf('key.create')).toBe('settings.didCreate');
  expect(verbOf('upstream.refused')).toBe('settings.reportedCredential');
  expect(verbOf('webhook.test')).toBe('settings.didTest');
  expect(verbOf('upstream.recover')).toBe('settings.didRecover');
  expect(verbOf('key.explode')).toBeUndefined();
  expect(nounOf('spaceship')).toBeUndefined();
});

test('a day ends when the next begins; invalid text is not a time', () => {
  const [from, until] = [startOf('2026-03-01'), dayAfter('2026-03-01')];
  expect(new Date(until ?? '').getTime() - new Date(from ?? '').getTime()).toBe(86_400_000);
  expect(startOf('never')).toBeUndefined();
});
