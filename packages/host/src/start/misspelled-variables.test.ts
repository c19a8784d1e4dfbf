import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findMisspelledVariables } from './misspelled-variables.ts';

const find = (...names: readonly string[]) =>
  findMisspelledVariables(Object.fromEntries(names.map((name) => [name, 'x'])));

describe('a variable of the environment', () => {
  it.each([
    ['PARLEY_DATA_DIR', 'PARLEY_DATA'],
    ['PARLEY_CONFIG_FILE', 'PARLEY_CONFIG'],
    ['PARLEY_LOGLEVEL', 'PARLEY_LOG_LEVEL'],
    ['PARLEY_DATABASE_URI', 'PARLEY_DATABASE_URL'],
    ['PARLEY_SECRETKEY', 'PARLEY_SECRET_KEY'],
    ['PARLEY_WORKER', 'PARLEY_WORKERS'],
  ])('%s is a misspelled %s', (name, nearest) => {
    expect(find(name)).toEqual([{ name, nearest }]);
  });

  it.each([
    'PARLEY_KEY',
    'PARLEY_URL',
    'PARLEY_ANTHROPIC_CREDENTIAL',
    'PARLEY_SERVICE_HOST',
    'PARLEY_PORT_8787_TCP_ADDR',
    'MY_PARLEY_DATA_DIR',
    'DATA_DIR',
  ])('%s is none', (name) => {
    expect(find(name)).toEqual([]);
  });

  it('is none for every setting in the documentation', () => {
    const page = readFileSync(
      new URL('../../../../docs/configuration.md', import.meta.url),
      'utf8',
    );
    const cells = page.split('\n').filter((line) => line.startsWith('| '));
    const names = cells.flatMap((line) => line.match(/(?<=`)PARLEY_[A-Z_]+(?=`)/g) ?? []);
    expect(new Set(names).size).toBeGreaterThan(12);
    expect(find(...names)).toEqual([]);
  });
});
