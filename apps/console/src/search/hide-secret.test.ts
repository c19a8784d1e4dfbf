import { createAdminSecret, createKeySecret } from '@parley/core';
import { expect, test } from 'vitest';
import { hideSecret } from './hide-secret.ts';

test.each([createKeySecret, createAdminSecret])(
  'a secret becomes its display: %o',
  async (create) => {
    const { secret, display } = await create();
    expect(hideSecret(secret)).toBe(display);
    expect(hideSecret(`Bearer ${secret} `)).toBe(`Bearer ${display} `);
    expect(hideSecret(display)).toBe(display);
  },
);

test('other texts stay as they are', () => {
  const texts = ['sk-parley-', 'laptop', 'req_01a2207b70327309b01d1c0f4c42413d', 'sk-parley-shop'];
  expect(texts.map(hideSecret)).toEqual(texts);
});
