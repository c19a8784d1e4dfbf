/** The interface between the suite and a store driver. */
import type { Store } from '@parley/core/store';
import { onTestFinished } from 'vitest';

/** One empty database for one test. */
export interface StoreHarness {
  readonly store: Store;
  /** The location by which a child process opens the same data; required when `supports.processes` is set. */
  readonly location?: string;
  /** Opens the same data again; other stores may still be open where `supports.sharing` is true. */
  reopen(): Promise<Store>;
  /** Advances the clock of all its stores, in milliseconds; absent where that is not possible. */
  passTime?(milliseconds: number): void | Promise<void>;
  /** Changes data without the store; absent where that is not possible. */
  runSql?(statement: string): Promise<void>;
  /** Closes every store of the harness and deletes the data. */
  dispose(): Promise<void>;
}

/** How the suite starts a child process that opens a store of this driver. */
export interface ProcessSupport {
  /** A module that calls `runStoreProcess` of `@parley/store-suite/process`. */
  readonly module: URL;
  /** Options for the runtime, such as `--conditions=…`. */
  readonly execArgv?: readonly string[];
}

/** The abilities of a driver. The suite skips the tests of those it lacks, and reports them as skipped. */
export interface StoreSupport {
  /** Whether data remain after the store is closed. */
  readonly persistence: boolean;
  /** Whether several stores may be open on the same data at once. */
  readonly sharing: boolean;
  /** Whether stores in several processes may be open on the same data at once; absent when they may not. */
  readonly processes?: ProcessSupport;
  /** False when it counts each request of a rate on its own, so that a key with rates holds nothing ahead. */
  readonly ratesAhead?: false;
}

export interface StoreSuiteOptions {
  readonly supports: StoreSupport;
}

/** Opens a database for the running test and deletes it when the test has finished. */
export type OpenHarness = () => Promise<StoreHarness>;

export function createOpener(createStore: () => Promise<StoreHarness>): OpenHarness {
  return async () => {
    const harness = await createStore();
    onTestFinished(() => harness.dispose());
    return harness;
  };
}
