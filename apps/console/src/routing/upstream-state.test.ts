import { expect, test } from 'vitest';
import { refusesGateway, shownStateOf } from './upstream-state.ts';

const failure = { at: '2026-11-26T00:00:00.000Z', code: 'any', reason: null, message: 'Any.' };

test('an upstream whose last call failed is not shown as ready', () => {
  expect(shownStateOf({ state: 'ready', failures: 1 })).toBe('failing');
  expect(shownStateOf({ state: 'ready', failures: 0 })).toBe('ready');
  expect(shownStateOf({ state: 'resting', failures: 3 })).toBe('resting');
  expect(shownStateOf({ state: 'untried', failures: 0 })).toBe('untried');
});

test('an upstream refuses the gateway until a call of it succeeds', () => {
  const refused = { ...failure, status: 401 };
  expect(refusesGateway({ failures: 1, last_failure: refused })).toBe(true);
  expect(refusesGateway({ failures: 0, last_failure: refused })).toBe(false);
  expect(refusesGateway({ failures: 1, last_failure: { ...failure, status: 503 } })).toBe(false);
  expect(refusesGateway({ failures: 1, last_failure: { ...failure, status: null } })).toBe(false);
  expect(refusesGateway({ failures: 0, last_failure: null })).toBe(false);
});
