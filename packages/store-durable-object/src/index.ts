/** A store in a Durable Object of Cloudflare Workers: `@parley/store-durable-object`. */
export { createDurableObjectStore, type StoreStub } from './durable-object-store.ts';
export type {
  DurableObjectState,
  DurableObjectStorage,
  SqlCursor,
  SqlStorage,
  SqlValue,
} from './durable-object-state.ts';
export type { ErrorName, Reply } from './reply.ts';
export { StoreObject } from './store-object.ts';
