/** Reloads the configuration while the gateway runs, when one of its files changes or at SIGHUP. */
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import type { Configuration, Gateway, LogFields, Logger } from '@parley/core';
import { ConfigurationFileError, formatFault } from '../../configuration/fault.ts';
import type { DiskConfiguration } from '../configuration-file.ts';
import { FileWatch } from './file-watch.ts';

/** Whether the configuration in use is the one of the file. */
export interface ReloadRecord {
  /** Milliseconds since 1970 at which the configuration in use was read. */
  readonly loadedAt: number;
  /** False after a reload that failed. */
  readonly isCurrent: boolean;
  /** Notes how a reload ended. */
  note(succeeded: boolean): void;
}

/** Begins with the configuration of the start. */
export function createReloadRecord(now: () => number = Date.now): ReloadRecord {
  let loadedAt = now();
  let isCurrent = true;
  return {
    get loadedAt() {
      return loadedAt;
    },
    get isCurrent() {
      return isCurrent;
    },
    note(succeeded) {
      isCurrent = succeeded;
      if (succeeded) loadedAt = now();
    },
  };
}

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

/**
 * Reloads at SIGHUP, and when the configuration file or a secret file that it names changes.
 * @returns a function that stops this
 */
export function followConfiguration(loaded: DiskConfiguration, options: ReloadOptions): () => void {
  const reload = (trigger: 'file' | 'signal'): void => {
    const next = reloadConfiguration(options, trigger);
    if (next !== undefined) watch.follow(filesOf(next));
  };
  const watch = new FileWatch(options.log, () => {
    reload('file');
  });
  const onHangUp = (): void => {
    reload('signal');
  };
  watch.follow(filesOf(loaded));
  process.on('SIGHUP', onHangUp);
  return () => {
    process.off('SIGHUP', onHangUp);
    watch.close();
  };
}

function filesOf({ file, secretFiles = [] }: DiskConfiguration): readonly string[] {
  return file === undefined ? [] : [file, ...secretFiles];
}

/**
 * Replaces the configuration when the new one is valid; otherwise logs its faults, keeps the old one and returns
 * `undefined`.
 */
function reloadConfiguration(
  { gateway, log, load, store, record }: ReloadOptions,
  trigger: 'file' | 'signal',
): DiskConfiguration | undefined {
  log.debug?.('The configuration is being reloaded.', { trigger });
  try {
    const loaded = load();
    const { configuration, origins, file } = loaded;
    gateway.reload(configuration, origins);
    record.note(true);
    log('info', 'The configuration was reloaded.', { file });
    log.debug?.('These are declared now.', countEntities(configuration));
    if (!isDeepStrictEqual(configuration.store, store)) {
      log('warn', 'The change of the store takes effect at the next start.');
    }
    void gateway.discover();
    return loaded;
  } catch (error) {
    record.note(false);
    const faults = error instanceof ConfigurationFileError ? error.faults.map(formatFault) : error;
    log('error', 'The configuration was not reloaded; the previous one stays in use.', { faults });
    return undefined;
  }
}

function countEntities({ upstreams, models, groups }: Configuration): LogFields {
  return {
    upstreams: Object.keys(upstreams).length,
    models: Object.keys(models).length,
    groups: Object.keys(groups).length,
  };
}
