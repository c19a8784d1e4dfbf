import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCodeCache } from './code-cache.ts';

const text = '(function () { return "first"; })';
const later = '(function () { return "later"; })';

let folder: string;
let path: string;
/** Of a script, which is there as long as its program is installed. */
let filename: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-code-'));
  path = join(folder, 'compiled', 'start.code');
  filename = install('part.js');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The URL of a file. Only its existence counts. */
function install(name: string): string {
  writeFileSync(join(folder, name), '');
  return pathToFileURL(join(folder, name)).href;
}

/** Compiles and runs a script as a start does, and tells whether the file had it. */
function start(source: string): { readonly result: string; readonly isKept: boolean } {
  const cache = openCodeCache(path);
  const script = cache.compile({ text: source, checksum: crc32(source), filename });
  const result = (script.runInThisContext() as () => string)();
  cache.save();
  return { result, isKept: script.cachedDataRejected === false };
}

describe('the cache of compiled code', () => {
  it('has a script that a former run has saved, and writes it once', () => {
    expect(start(text)).toEqual({ result: 'first', isKept: false });
    const { ino } = statSync(path);
    expect(start(text)).toEqual({ result: 'first', isKept: true });
    expect(statSync(path).ino).toBe(ino);
  });

  it('has the functions that were called', () => {
    const write = (calls: number) => `(function () { return inner(${String(calls)}); })
      function inner(calls) { return calls > 0 ? called() : 'none'; }
      function called() { return 'called'; }`;
    expect(start(write(0)).result).toBe('none');
    const { size } = statSync(path);
    expect(start(write(1)).result).toBe('called');
    expect(statSync(path).size).toBeGreaterThan(size + 100);
  });

  it('keeps the scripts that a run does not load', () => {
    start(text);
    const cache = openCodeCache(path);
    cache.compile({ text: later, checksum: 0, filename: install('other.js') });
    cache.save();
    expect(start(text).isKept).toBe(true);
  });

  it('drops the scripts of a former build', () => {
    const add = (name: string): number => {
      const cache = openCodeCache(path);
      cache.compile({ text: later, checksum: 0, filename: install(name) });
      cache.save();
      return statSync(path).size;
    };
    const size = add('first.js');
    rmSync(join(folder, 'first.js'));
    expect(add('other.js')).toBe(size);
  });

  it('compiles another text of the same length, and keeps it from then on', () => {
    start(text);
    expect(start(later)).toEqual({ result: 'later', isKept: false });
    expect(start(later)).toEqual({ result: 'later', isKept: true });
  });

  it.each([
    ['is damaged', (file: Buffer) => file.fill(0, file.length - 20)],
    ['is cut', (file: Buffer) => file.subarray(0, 3)],
    ['is empty', () => Buffer.alloc(0)],
  ])('is written anew when it %s', (_, damage) => {
    start(text);
    writeFileSync(path, damage(readFileSync(path)));
    expect(start(text)).toEqual({ result: 'first', isKept: false });
    expect(start(text).isKept).toBe(true);
  });

  it.each([
    ['the same flags', [], 'false'],
    ['other flags, where V8 refuses it', ['--no-allocation-site-pretenuring'], 'true'],
  ])('serves another process with %s', (_, flags, isRefused) => {
    start(text);
    const code = `
      const { openCodeCache } = await import('${new URL('./code-cache.ts', import.meta.url).href}');
      const script = openCodeCache('${path}').compile(${JSON.stringify({ text, checksum: crc32(text), filename })});
      console.log(script.cachedDataRejected, script.runInThisContext()());`;
    const output = execFileSync(process.execPath, [...flags, '--input-type=module', '-e', code]);
    expect(output.toString()).toBe(`${isRefused} first\n`);
  });

  it('does without a file where it cannot write one', () => {
    writeFileSync(join(folder, 'compiled'), 'a file in the place of the folder');
    expect(start(text)).toEqual({ result: 'first', isKept: false });
    expect(start(text).isKept).toBe(false);
  });
});
