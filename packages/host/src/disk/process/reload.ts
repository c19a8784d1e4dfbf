/** Reloads the configuration while the gateway runs, when its file changes or at SIGHUP. */
import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Configuration, Gateway, LogFields, Logger } from '@parley/core';
import { ConfigurationFileError, formatFault } from '../../configuration/fault.ts';
import type { DiskConfiguration } from '../configuration-file.ts';
import type { ReloadRecord } from './process-metrics.ts';

/** Milliseconds without another change before a reload, because editors write a file in several steps. */
const settleMs = 200;

/** What a reload reads and replaces. */
export interface ReloadOptions {
  readonly gateway: Pick<Gateway, 'reload' | 'discover'>;
  readonly log: Logger;
  /** Reads the configuration again. */
  readonly load: () => DiskConfiguration;
  /** The settings with which the store was opened; a reload cannot change them. */
  readonly store: Configuration['store'];
  readonly record: ReloadRecord;
}

/** Replaces the configuration when the new one is valid; otherwise logs its faults and keeps the old one. */
export function reloadConfiguration(
  { gateway, log, load, store, record }: ReloadOptions,
  trigger: 'file' | 'signal',
): void {
  log.debug?.('The configuration is being reloaded.', { trigger });
  try {
    const { configuration, origins, file } = load();
    gateway.reload(configuration, origins);
    record.note(true);
    log('info', 'The configuration was reloaded.', { file });
    log.debug?.('These are declared now.', countEntities(configuration));
    if (!isDeepStrictEqual(configuration.store, store)) {
      log('warn', 'The change of the store takes effect at the next start.');
    }
  } catch (error) {
    record.note(false);
    const faults = error instanceof ConfigurationFileError ? error.faults.map(formatFault) : error;
    log('error', 'The configuration was not reloaded; the previous one stays in use.', { faults });
    return;
  }
  void gateway.discover();
}

function countEntities({ upstreams, models, groups }: Configuration): LogFields {
  return {
    upstreams: Object.keys(upstreams).length,
    models: Object.keys(models).length,
    groups: Object.keys(groups).length,
  };
}

/**
 * Reloads when the file changes. The folder is watched, because many editors replace the file.
 * @returns a function that stops watching
 */
export function watchConfiguration(file: string, options: ReloadOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  const name = basename(file);
  const watcher: FSWatcher = watch(dirname(file), { persistent: false }, (_event, changed) => {
    if (!mayBeFile(name, changed)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      reloadConfiguration(options, 'file');
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

/** Some systems report no name, and Kubernetes replaces mounted files by changing a link. */
function mayBeFile(name: string, changed: string | null): boolean {
  return changed === null || changed === name || changed.startsWith('..');
}
