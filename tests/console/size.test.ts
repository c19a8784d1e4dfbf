import { files } from '@parley/console';
import { expect, test } from 'vitest';

const sizes = Object.entries(files)
  .filter(([path]) => !path.includes('LICENSES'))
  .map(([path, { gzip }]) => [path, Buffer.from(gzip, 'base64').byteLength] as const);

test.each(['en', 'zh'])(
  'what a browser loads of the console in %s stays below 195 KB',
  (locale) => {
    const texts = sizes.filter(([path]) => /^assets\/(?:en|zh)-/.test(path));
    expect(texts).toHaveLength(2);
    const loaded = sizes.filter((each) => !texts.includes(each) || each[0].includes(`/${locale}-`));
    expect(loaded.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(195_000);
  },
);
