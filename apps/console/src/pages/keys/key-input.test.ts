import { expect, test } from 'vitest';
import { readKeyChanges, readKeyInput, writeMoment } from './key-input.ts';

function fill(fields: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

const moment = '2026-12-31T12:30:45.678Z';

test('an empty form asks for a key with all defaults', () => {
  const form = fill([
    ['name', ' '],
    ['limits.quota.amount', ''],
    ['limits.quota.reset', 'month'],
    ['models', '\n \n'],
    ['expires_at', ''],
  ]);
  expect(readKeyInput(form)).toEqual({ limits: {} });
});

test('an emptied field is removed from a key', () => {
  expect(readKeyChanges(fill([['name', 'n']]), { expires_at: moment, groups: ['a'] })).toEqual({
    name: 'n',
    models: null,
    limits: {},
    allowed_from: null,
    denied_from: null,
    expires_at: null,
  });
});

test('an emptied name is sent, so that the API refuses it', () => {
  expect(readKeyChanges(fill([['name', ' ']]), { expires_at: null, groups: ['a'] }).name).toBe('');
});

test('money stays the text that was typed, and counts are numbers', () => {
  const form = fill([
    ['limits.quota.amount', '0.10'],
    ['limits.quota.tokens', '1000'],
    ['limits.quota.reset', 'week'],
    ['limits.windows.5h', '1.5'],
    ['limits.concurrency', '3'],
  ]);
  expect(readKeyInput(form).limits).toEqual({
    quota: { amount: '0.10', tokens: 1_000, reset: 'week' },
    windows: { '5h': '1.5' },
    concurrency: 3,
  });
});

test('the default group comes first and no group twice', () => {
  const form = fill([
    ['groups', 'b'],
    ['groups', 'a'],
    ['groups', 'b'],
  ]);
  expect(readKeyInput(form).groups).toEqual(['b', 'a']);
});

test('groups are a change only if the default or the set of the others changes', () => {
  const change = (...groups: readonly string[]) => {
    const form = fill(groups.map((name) => ['groups', name]));
    return readKeyChanges(form, { expires_at: null, groups: ['removed', 'b', 'c'] }).groups;
  };
  expect(change('removed', 'c', 'b')).toBeUndefined();
  expect(change()).toBeUndefined();
  expect(change('b', 'removed', 'c')).toEqual(['b', 'removed', 'c']);
  expect(change('removed', 'b')).toEqual(['removed', 'b']);
  expect(change('d', 'b', 'c')).toEqual(['d', 'b', 'c']);
});

test('lists are split at lines and commas', () => {
  const form = fill([['allowed_from', '192.0.2.0/24\n 198.51.100.7, 2001:db8::/32']]);
  expect(readKeyInput(form).allowed_from).toEqual([
    '192.0.2.0/24',
    '198.51.100.7',
    '2001:db8::/32',
  ]);
});

test('a call name may hold a comma', () => {
  expect(readKeyInput(fill([['models', 'a,b\nclaude-*']])).models).toEqual(['a,b', 'claude-*']);
});

test('a time survives the field, to the minute', () => {
  const form = fill([['expires_at', writeMoment(moment)]]);
  expect(readKeyInput(form).expires_at).toBe('2026-12-31T12:30:00.000Z');
  expect(writeMoment(null)).toBe('');
});

test('an unchanged time keeps its seconds', () => {
  const form = fill([['expires_at', writeMoment(moment)]]);
  expect(readKeyChanges(form, { expires_at: moment, groups: ['a'] }).expires_at).toBe(moment);
});
