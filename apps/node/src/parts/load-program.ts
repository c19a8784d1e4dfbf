/** Runs the program from its parts; loaded by `cli.js`. */
import module from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { openCodeCache, type CodeCache } from './code-cache.ts';
import { createPartLoader } from './part-loader.ts';

/** A gateway calls other functions than commands do, and says itself when it has started. */
function openCache([first = '-']: readonly string[]): CodeCache {
  const isStart = first === 'start' || first.startsWith('-');
  const folder = module.getCompileCacheDir();
  const cache = openCodeCache(folder && join(folder, isStart ? 'start.code' : 'commands.code'));
  if (!isStart) process.once('exit', cache.save);
  return cache;
}

createPartLoader(new URL('.', import.meta.url), openCache(process.argv.slice(2)))('./parley.js');
