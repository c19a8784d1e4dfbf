import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError } from '@parley/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSecretVariables } from './mounted-secrets.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-secrets-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return `file:${join(folder, name)}`;
}

describe('a variable that names a file', () => {
  it.each([
    ['is missing', () => `file:${join(folder, 'none')}`, 'cannot be read: it does not exist.'],
    ['is empty', () => write('empty', ' \n'), 'is empty.'],
    ['is a folder', () => `file:${folder}`, 'cannot be read: it is a folder.'],
    ['is too large', () => write('large', 'x'.repeat(70_000)), 'is too large.'],
    ['has no whole path', () => 'file:key', 'Use an absolute path'],
  ])('is refused by its name when the file %s', (_, value, message) => {
    const read = () => readSecretVariables({ PARLEY_SECRET_KEY: value() });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(/PARLEY_SECRET_KEY/);
    expect(read).toThrow(message);
  });

  it('has the content of the file, without its last line end', () => {
    const environment = {
      PARLEY_DATABASE_URL: write('database', 'postgres://somebody@127.0.0.1/parley\n'),
      OPENAI_API_KEY: write('openai', 'an-invented-credential'),
      PARLEY_LOG_LEVEL: 'debug',
    };
    expect(readSecretVariables(environment)).toEqual({
      PARLEY_DATABASE_URL: 'postgres://somebody@127.0.0.1/parley',
      OPENAI_API_KEY: 'an-invented-credential',
      PARLEY_LOG_LEVEL: 'debug',
    });
  });

  it('is ignored when it is not a secret of Parley', () => {
    const environment = { BROWSER: 'file:none', PARLEY_DATA: 'file:none', OPENAI_API_KEY: 'plain' };
    expect(readSecretVariables(environment)).toEqual(environment);
  });
});
