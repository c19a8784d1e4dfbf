/** Watches single files; used for the configuration and the secret files that it names. */
import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Logger } from '@parley/core';

/** Milliseconds without another change before a change is reported, because editors write a file in several steps. */
const settleMs = 200;

/** Watches the folders of files, because many editors replace a file instead of writing it. */
export class FileWatch {
  readonly #log: Logger;
  readonly #onChange: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  /** The names of the followed files, by folder. */
  #names: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  #timer: NodeJS.Timeout | undefined;

  /** @param onChange called once after changes of any of the files */
  constructor(log: Logger, onChange: () => void) {
    this.#log = log;
    this.#onChange = onChange;
  }

  /** Follows these files, and no others from now on. A folder that cannot be watched is logged. */
  follow(files: readonly string[]): void {
    this.#names = groupByFolder(files);
    for (const [folder, watcher] of this.#watchers) {
      if (this.#names.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of this.#names.keys()) {
      if (!this.#watchers.has(folder)) this.#watch(folder);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.follow([]);
  }

  #watch(folder: string): void {
    const give = (error: unknown): void => {
      this.#log('warn', 'The files in a folder are not watched.', { folder, error });
    };
    try {
      const watcher = watch(folder, { persistent: false }, (_event, changed) => {
        if (this.#mayBeFollowed(folder, changed)) this.#report();
      });
      watcher.on('error', give);
      this.#watchers.set(folder, watcher);
    } catch (error) {
      give(error);
    }
  }

  /** Some systems report no name, and Kubernetes replaces mounted files by changing a link. */
  #mayBeFollowed(folder: string, changed: string | null): boolean {
    if (changed === null || changed.startsWith('..')) return true;
    return this.#names.get(folder)?.has(changed) === true;
  }

  #report(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onChange, settleMs).unref();
  }
}

function groupByFolder(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const file of files) {
    const folder = dirname(file);
    const known = names.get(folder) ?? new Set();
    names.set(folder, known.add(basename(file)));
  }
  return names;
}
