/** Loads the parts of the program, which `write-part.ts` has written; used by `load-program.ts`. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { crc32 } from 'node:zlib';
import type { CodeCache } from './code-cache.ts';

declare global {
  interface ImportMeta {
    /** Keeps what has been compiled for the next start. The sources themselves run without. */
    readonly saveCodeCache?: () => void;
  }
}

/** What a part or a module of Node exports, by name. */
export type Exports = Readonly<Record<string, unknown>>;

/** Loads a part by its file (`./parley.js`), after those that it imports, or a module of Node by its name. */
export type Load = (name: string) => Exports;

/** What the text of a part refers to. */
interface Scope {
  readonly $: Load;
  readonly Import: (name: string) => Promise<Exports>;
  readonly import_meta: ImportMeta;
  /** Of packages that are CommonJS; it finds modules of Node only. */
  readonly require: Load;
  readonly exports: Exports;
}

type RunPart = (scope: Scope) => void;

/** Parts are strict like the modules that they were. */
const head = '"use strict";(function({$,Import,import_meta,require,exports}){';
const foot = '\n})';

/** Loads from a folder. Parts that import each other are not supported; a bundle has none. */
export function createPartLoader(folder: URL, cache: CodeCache): Load {
  const loaded = new Map<string, Exports>();
  const load: Load = (name) => {
    if (!isPart(name)) return process.getBuiltinModule(name) as unknown as Exports;
    const exports = loaded.get(name) ?? run(new URL(name, folder).href);
    loaded.set(name, exports);
    return exports;
  };
  const loadLater: Scope['Import'] = async (name) =>
    isPart(name) ? load(name) : ((await import(name)) as Exports);
  const run = (url: string): Exports => {
    const exports: Exports = {};
    const meta = { url, saveCodeCache: cache.save } as ImportMeta;
    const runPart = compile(url, cache);
    runPart({ $: load, Import: loadLater, import_meta: meta, require: load, exports });
    return exports;
  };
  return load;
}

function isPart(name: string): boolean {
  return name.startsWith('./');
}

function compile(url: string, cache: CodeCache): RunPart {
  const bytes = readFileSync(new URL(url));
  const checksum = crc32(bytes);
  // A part has ASCII characters only, for which this encoding is the fastest.
  const text = head + bytes.toString('latin1') + foot;
  const script = cache.compile({ text, checksum, filename: url, columnOffset: -head.length });
  return script.runInThisContext() as RunPart;
}
