/** What of the Workers runtime the entry uses (developers.cloudflare.com/workers/runtime-apis). */
import type { StoreStub } from '@parley/store-durable-object';

/** The variables and secrets of the deployment, and the binding of the store's class. */
export interface Bindings {
  readonly STORE: { getByName(name: string): StoreStub };
  readonly [name: string]: unknown;
}

export interface ExecutionContext {
  /** Keeps the request's context for the work; for 30 seconds after its response or its caller's end. */
  waitUntil(work: Promise<unknown>): void;
}
