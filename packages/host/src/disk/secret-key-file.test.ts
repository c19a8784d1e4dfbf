import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError } from '@parley/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secretKeyName } from './data-folder.ts';
import { createSecretKeyFile, findSecretKeyFile, readSecretKeyFile } from './secret-key-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-secret-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the file with the secret key', () => {
  it('is read as it was written, by its owner only', () => {
    expect(readSecretKeyFile(folder)).toBeUndefined();
    createSecretKeyFile(folder);
    expect(readSecretKeyFile(folder)).toMatch(/^[0-9a-f]{64}$/);
    expect(findSecretKeyFile(folder)).toBe(join(folder, secretKeyName));
    expect(statSync(join(folder, secretKeyName)).mode & 0o777).toBe(0o600);
  });

  it('is never replaced, and leaves no other file', () => {
    createSecretKeyFile(folder);
    const first = readSecretKeyFile(folder);
    createSecretKeyFile(folder);
    expect(readSecretKeyFile(folder)).toBe(first);
    expect(readdirSync(folder)).toEqual([secretKeyName]);
  });

  it('is refused without its content when it holds no key', () => {
    const path = join(folder, secretKeyName);
    writeFileSync(path, 'no-real-key');
    const read = () => readSecretKeyFile(folder);
    expect(read).toThrow('A secret key has 32 bytes');
    expect(read).not.toThrow('no-real-key');
  });

  it('names the file and the reason when it cannot be read', () => {
    const path = join(folder, secretKeyName);
    mkdirSync(path);
    const read = () => readSecretKeyFile(folder);
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(`${path}: The secret key cannot be read: it is a folder.`);
  });
});
