/** The part of the Workers runtime that the entry uses (developers.cloudflare.com/workers/runtime-apis). */
import type { StoreStub } from '@parley/store-durable-object';

/** The variables and secrets of the deployment, and the binding of the store's class. */
export interface Bindings {
  readonly STORE: { getByName(name: string): StoreStub };
  readonly [name: string]: unknown;
}

export interface ExecutionContext {
  /** Keeps the isolate running for the work, up to 30 seconds after the response or a disconnect. */
  waitUntil(work: Promise<unknown>): void;
}
