import type { Store } from '@parley/core/store';
import { onTestFinished } from 'vitest';

/** One empty database for one test. */
export interface StoreHarness {
  readonly store: Store;
  /** What a child process is told to open the same data; needed when `supports.processes` is set. */
  readonly location?: string;
  /** Opens the same data again, with other stores still open on it where `supports.sharing`. */
  reopen(): Promise<Store>;
  /** Lets the clock of all its stores run ahead, in milliseconds; absent where nobody can. */
  passTime?(milliseconds: number): void | Promise<void>;
  /** Changes data behind the store's back; absent where there is no way. */
  runSql?(statement: string): Promise<void>;
  /** Closes every store that the harness gave and deletes the data. */
  dispose(): Promise<void>;
}

/** How the suite starts a child process that opens a store of this driver. */
export interface ProcessSupport {
  /** A module that calls `runStoreProcess` of `@parley/store-suite/process`. */
  readonly module: URL;
  /** Options for the runtime, such as `--conditions=…`. */
  readonly execArgv?: readonly string[];
}

/** What a driver says of itself. The suite skips, visibly, what it does not support. */
export interface StoreSupport {
  /** The data outlive the store that wrote them. */
  readonly persistence: boolean;
  /** Several stores may be open on the same data at once. */
  readonly sharing: boolean;
  /** Stores in several processes may be open on the same data at once; absent when they may not. */
  readonly processes?: ProcessSupport;
}

export interface StoreSuiteOptions {
  readonly supports: StoreSupport;
}

/** Gives the running test a database of its own and takes it away when the test has finished. */
export type OpenHarness = () => Promise<StoreHarness>;

export function createOpener(createStore: () => Promise<StoreHarness>): OpenHarness {
  return async () => {
    const harness = await createStore();
    onTestFinished(() => harness.dispose());
    return harness;
  };
}
