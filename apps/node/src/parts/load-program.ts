/** Runs the program from its parts; loaded by `cli.js`. */
import module from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { crc32 } from 'node:zlib';
import { openCodeCache, type CodeCache } from './code-cache.ts';
import { createPartLoader } from './part-loader.ts';

const program = new URL('.', import.meta.url);

/** A gateway calls other functions than commands do, and says itself when it has started. */
function openCache([first = '-']: readonly string[]): CodeCache {
  const isStart = first === 'start' || first.startsWith('-');
  const folder = module.getCompileCacheDir();
  // Several installations have a file each.
  const name = `${isStart ? 'start' : 'commands'}-${crc32(program.href).toString(16)}.code`;
  const cache = openCodeCache(folder && join(folder, name));
  if (!isStart) process.once('exit', cache.save);
  return cache;
}

createPartLoader(program, openCache(process.argv.slice(2)))('./parley.js');
