import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Configuration, Gateway, Logger } from '@parley/core';
import { ConfigurationFileError, formatFault } from '../configuration/fault.ts';
import type { DiskConfiguration } from './configuration-file.ts';

/** Editors write a file in several steps; only the last one counts. */
const settleMs = 200;

export interface ReloadOptions {
  readonly gateway: Pick<Gateway, 'reload' | 'discover'>;
  readonly log: Logger;
  /** Reads the configuration anew. */
  readonly load: () => DiskConfiguration;
  /** What the store was opened with: it stays for as long as the process runs. */
  readonly store: Configuration['store'];
}

/** Swaps the configuration if the new one is whole, else keeps the old one and says why. */
export function reloadConfiguration({ gateway, log, load, store }: ReloadOptions): void {
  try {
    const { configuration, origins, file } = load();
    gateway.reload(configuration, origins);
    log('info', 'The configuration was reloaded.', { file });
    if (!isDeepStrictEqual(configuration.store, store)) {
      log('warn', 'Another store is used only from the next start on.');
    }
  } catch (error) {
    const faults = error instanceof ConfigurationFileError ? error.faults.map(formatFault) : error;
    log('error', 'The configuration was not reloaded; the running one stays.', { faults });
    return;
  }
  void gateway.discover();
}

/**
 * Reloads when the file changes. The folder is watched, because many editors replace the file.
 * @returns what ends the watch
 */
export function watchConfiguration(file: string, options: ReloadOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  const name = basename(file);
  const watcher: FSWatcher = watch(dirname(file), { persistent: false }, (_event, changed) => {
    if (!mayConcern(name, changed)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      reloadConfiguration(options);
    }, settleMs).unref();
  });
  watcher.on('error', (error) => {
    options.log('warn', 'The configuration file is no longer watched.', { error });
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}

/** Some systems do not tell the name, and mounted configurations are swapped by way of a link. */
function mayConcern(name: string, changed: string | null): boolean {
  return changed === null || changed === name || changed.startsWith('..');
}
