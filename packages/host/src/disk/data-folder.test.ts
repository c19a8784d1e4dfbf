import fs, { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDataFolder } from './data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-data-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true });
});

describe('the data folder', () => {
  it('is created with the folders above it, for its owner only', () => {
    const data = join(folder, 'share', 'parley');
    createDataFolder(data);
    createDataFolder(data);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'share')).mode & 0o777).toBe(0o700);
  });

  it('cannot be a file', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => createDataFolder(join(folder, 'file'))).toThrow('EEXIST');
  });

  it('on a read-only file system is refused with that reason, and an existing one is left as it is', () => {
    // As Node reports it, which says with `recursive` that the folder does not exist.
    vi.spyOn(fs, 'mkdirSync').mockImplementation((_path, options) => {
      const isRecursive = typeof options === 'object' && options?.recursive === true;
      throw new Error(isRecursive ? 'ENOENT' : 'EROFS');
    });
    syncBuiltinESMExports();
    expect(() => createDataFolder(join(folder, 'share', 'parley'))).toThrow('EROFS');
    expect(() => createDataFolder(folder)).not.toThrow();
  });
});
