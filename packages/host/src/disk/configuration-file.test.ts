import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findConfiguration } from './configuration-file.ts';

let root: string;
let folders: { readonly workingFolder: string; readonly dataFolder: string };

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-find-'));
  folders = { workingFolder: join(root, 'work'), dataFolder: join(root, 'data') };
  for (const folder of Object.values(folders)) mkdirSync(folder);
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

describe('the search for a configuration', () => {
  it('finds none in an empty folder', () => {
    expect(findConfiguration({ ...folders, environment: {} })).toBeUndefined();
  });

  it('prefers an explicit path to the default files', () => {
    const files = ['data/parley.yaml', 'work/parley.json', 'work/parley.yml', 'work/parley.yaml'];
    for (const file of files) {
      writeFileSync(join(root, file), '');
      expect(findConfiguration({ ...folders, environment: {} })).toBe(join(root, file));
    }
    const environment = { PARLEY_CONFIG: 'from-environment.yaml' };
    expect(findConfiguration({ ...folders, environment })).toBe(
      join(root, 'work/from-environment.yaml'),
    );
    expect(findConfiguration({ ...folders, environment, configurationFile: '/asked.yaml' })).toBe(
      '/asked.yaml',
    );
  });
});
