import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secretsFileName } from './data-folder.ts';
import { writeSecretsFile } from './first-secrets-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the file with the first secrets', () => {
  it('is in the data folder, and only its owner can read it', () => {
    const kept = writeSecretsFile(join(folder, 'data'), { key: 'one', adminToken: 'two' });
    kept.accept();
    const { path } = kept;
    expect(path).toBe(join(folder, 'data', secretsFileName));
    expect(readFileSync(path, 'utf8')).toBe('PARLEY_KEY=one\nPARLEY_ADMIN_TOKEN=two\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('replaces an earlier one that others could read', () => {
    const path = join(folder, secretsFileName);
    writeFileSync(path, 'old');
    chmodSync(path, 0o644);
    const kept = writeSecretsFile(folder, { key: 'one' });
    expect(readFileSync(path, 'utf8')).toBe('old');
    kept.accept();
    expect(readFileSync(path, 'utf8')).toBe('PARLEY_KEY=one\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('of a gateway whose secrets the store did not take is removed, and no other one', () => {
    const [one, other] = ['one', 'other'].map((key) => writeSecretsFile(folder, { key }));
    one?.accept();
    other?.discard();
    expect(readdirSync(folder)).toEqual([secretsFileName]);
    expect(readFileSync(join(folder, secretsFileName), 'utf8')).toBe('PARLEY_KEY=one\n');
  });

  it('whose gateway ended too early stays under another name, for its owner only', () => {
    writeSecretsFile(folder, { key: 'one' });
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^first-secrets\.env\../);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('is not written where there can be no folder', () => {
    writeFileSync(join(folder, 'data'), '');
    expect(() => writeSecretsFile(join(folder, 'data'), { key: 'one' })).toThrow();
  });
});
