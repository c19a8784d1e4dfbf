import { files } from '@parley/console';
import { expect, test } from 'vitest';

test('what browsers load of the console stays below 200 KB compressed', () => {
  const loaded = Object.entries(files).filter(([path]) => !path.includes('LICENSES'));
  const sizes = loaded.map(([, { gzip }]) => Buffer.from(gzip, 'base64').byteLength);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
});
