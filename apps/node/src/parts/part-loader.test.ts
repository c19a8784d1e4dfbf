import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCodeCache } from './code-cache.ts';
import { createPartLoader, type Exports } from './part-loader.ts';
import { writePart } from './write-part.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-parts-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs `main.js` of these modules, which are written as parts. */
function run(modules: Readonly<Record<string, string>>): Exports {
  for (const [name, code] of Object.entries(modules)) {
    writeFileSync(join(folder, name), writePart(code));
  }
  return createPartLoader(pathToFileURL(`${folder}/`), openCodeCache(undefined))('./main.js');
}

describe('a part', () => {
  it('gets the exports of other parts', () => {
    const { sum } = run({
      'main.js': 'import{one,two as second}from"./other.js";var sum=one+second;export{sum};',
      'other.js': 'var one=1;var zwei=2;export{one,zwei as two};',
    });
    expect(sum).toBe(3);
  });

  it('gets modules of Node by names, as default and as namespace', () => {
    const code = [
      'import{sep as separator}from"node:path";',
      'import path from"node:path";',
      'import*as all from"node:path";',
      'export{separator,path,all};',
    ];
    const { separator, path, all } = run({ 'main.js': code.join('') });
    expect([path, all]).toEqual([expect.objectContaining({ sep: separator }), path]);
  });

  it('loads parts and modules of Node later', async () => {
    const { load } = run({
      'main.js':
        'var load=async()=>[await import("./other.js"),await import("node:path")];export{load};',
      'other.js': 'var main=1;export{main as default};',
    });
    const [other, path] = await (load as () => Promise<Exports[]>)();
    expect([other, path]).toEqual([{ default: 1 }, await import('node:path')]);
  });

  it('fails for who imports it later, not before', async () => {
    const { load } = run({
      'main.js': 'var load=()=>import("./other.js");export{load};',
      'other.js': 'throw new Error("No.");',
    });
    await expect((load as () => Promise<Exports>)()).rejects.toThrow('No.');
  });

  it('runs once, also for its effect alone', () => {
    vi.stubGlobal('runs', []);
    run({
      'main.js': 'import"./first.js";import"./second.js";runs.push("main");',
      'first.js': 'import"./second.js";runs.push("first");',
      'second.js': 'runs.push("second");',
    });
    expect(globalThis).toHaveProperty('runs', ['second', 'first', 'main']);
    vi.unstubAllGlobals();
  });

  it('knows its address, and is strict', () => {
    const { url, self } = run({
      'main.js':
        'var url=import.meta.url;var self=(function(){return typeof this})();export{url,self};',
    });
    expect({ url, self }).toEqual({
      url: pathToFileURL(join(folder, 'main.js')).href,
      self: 'undefined',
    });
  });

  it('has stacks with the positions of the module', () => {
    const code = 'import{sep as x}from"node:path";import"./other.js";var error=new Error(x);';
    const { error } = run({
      'main.js': `${code}export{error};`,
      'other.js': 'var none;export{none};',
    });
    const [, frame] = (error as Error).stack?.split('\n') ?? [];
    expect(frame).toContain(`main.js:1:${String(code.indexOf('new Error') + 1)}`);
  });
});

it('refuses an import that it cannot write', () => {
  expect(() => writePart('import a,{b}from"./other.js";export{a,b};')).toThrow('import a,{b}');
});
