import { files } from '@parley/console';
import { expect, test } from 'vitest';

test('the whole console stays below 200 KB compressed', () => {
  const sizes = Object.values(files).map(({ gzip }) => Buffer.from(gzip, 'base64').byteLength);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
});
