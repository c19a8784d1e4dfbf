import { expect, it } from 'vitest';
import { createFormats } from './formats.ts';

it('exact money has its sign before the currency', () => {
  const { exactMoney } = createFormats('en');
  expect(exactMoney('-5.000000001')).toBe('-$5.000000001');
  expect(exactMoney('5')).toBe('$5');
});
