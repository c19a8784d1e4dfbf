/** Keeps in a file what V8 has compiled, for later starts; used by `load-program.ts`. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import v8 from 'node:v8';
import vm from 'node:vm';
import { crc32 } from 'node:zlib';

/** A script that is to be compiled. */
export interface ScriptSource {
  readonly text: string;
  /** Of the text, by which the cache tells it from another one. */
  readonly checksum: number;
  /** Its URL. */
  readonly filename: string;
  /** What is added to the columns of the first line in stacks. */
  readonly columnOffset?: number;
}

/** The compiled scripts of this run and of former ones. */
export interface CodeCache {
  /** Compiles a script, or takes it from the file. */
  readonly compile: (source: ScriptSource) => vm.Script;
  /** Adds to the file the scripts that it does not have, with the functions that have been called. */
  readonly save: () => void;
}

/** A script in the file. */
interface Entry {
  /** Checksum of its text. */
  readonly checksum: number;
  /** What V8 made of it; V8 itself finds that another version made it, or that other flags were set. */
  readonly data: Buffer;
}

/** The scripts of the file by their URLs. */
type Entries = Map<string, Entry>;

/**
 * Node's own compile cache has what V8 compiles before a module runs. Most functions are compiled when they are first
 * called, and would be compiled again at each start. A file that cannot be read or written is none.
 *
 * @param path Of the file; without it, nothing is kept.
 */
export function openCodeCache(path: string | undefined): CodeCache {
  let entries: Entries | undefined;
  const added = new Map<string, { readonly checksum: number; readonly script: vm.Script }>();
  return {
    compile({ text, checksum, ...options }) {
      const { filename } = options;
      if (path !== undefined) entries ??= readEntries(path);
      const entry = entries?.get(filename);
      const cachedData = entry?.checksum === checksum ? entry.data : undefined;
      const script = new vm.Script(text, { ...options, ...(cachedData && { cachedData }) });
      if (script.cachedDataRejected !== false) added.set(filename, { checksum, script });
      return script;
    },
    save() {
      if (path !== undefined && added.size > 0) {
        const saved = entries ?? readEntries(path);
        for (const [filename, { checksum, script }] of added) {
          saved.set(filename, { checksum, data: script.createCachedData() });
        }
        added.clear();
        writeEntries(path, dropStale(saved));
      }
      // They take several megabytes, and few parts are loaded later.
      entries = undefined;
    },
  };
}

/** Without the scripts that another build of the program had. */
function dropStale(entries: Entries): Entries {
  return new Map([...entries].filter(([filename]) => existsSync(new URL(filename))));
}

/** V8 does not check whether data are damaged, so the file begins with a checksum, which takes 4 bytes. */
const checksumBytes = 4;

function readEntries(path: string): Entries {
  try {
    const file = readFileSync(path);
    const content = file.subarray(checksumBytes);
    if (file.readUInt32LE() === crc32(content)) return v8.deserialize(content) as Entries;
  } catch {
    // There is no such file yet.
  }
  return new Map();
}

/** Other processes read the file meanwhile, so that it is replaced as a whole. */
function writeEntries(path: string, entries: Entries): void {
  const content = v8.serialize(entries);
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32LE(crc32(content));
  const written = `${path}.${String(process.pid)}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(written, Buffer.concat([checksum, content]));
    renameSync(written, path);
  } catch {
    // The disk is full, or the folder must not be written to. Then each start compiles everything.
  }
}
