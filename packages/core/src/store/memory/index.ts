/** A store in memory, for trials and tests: `@parley/core/memory-store`. */
export { createMemoryStore, type MemoryStore, type MemoryStoreOptions } from './memory-store.ts';
