/** The Durable Object that holds all data of a gateway in its own SQLite database. */
import { DurableObject } from 'cloudflare:workers';
import { StoreUnavailableError, type Store } from '@parley/core/store';
import { createSqlStore, migrateToLatest, type Schema } from '@parley/store-sql';
import { Kysely } from 'kysely';
import { createStorageDialect } from './dialect/storage-dialect.ts';
import type { DurableObjectState, DurableObjectStorage } from './durable-object-state.ts';
import { replyWith, type Reply } from './reply.ts';

/** A statement may be 100 KB long, and one value 2 MB; all values of a long statement are passed as one. */
const maxValues = 1_000;

/** Bind it with SQLite storage (`new_sqlite_classes`). Only `createDurableObjectStore` should call it. */
export class StoreObject<Environment = unknown> extends DurableObject<Environment> {
  protected readonly storage: DurableObjectStorage;
  #opening: Promise<Store> | undefined;

  constructor(ctx: DurableObjectState, env: Environment) {
    super(ctx, env);
    this.storage = ctx.storage;
    // No call is served before the tables exist. Every later call returns the failure. It must not reject
    // this closure, which would reset the object again and again.
    void ctx.blockConcurrencyWhile(() => this.#open().then(ignore, ignore));
  }

  /** Runs one method of the store's contract. Never rejects. */
  async call(method: string, parameters: readonly unknown[]): Promise<Reply> {
    try {
      const store = await this.#open();
      return { kind: 'value', value: await findMethod(store, method)(...parameters) };
    } catch (error) {
      return replyWith(error);
    }
  }

  /** The store's clock, in milliseconds since 1970. */
  protected now(): number {
    return Date.now();
  }

  #open(): Promise<Store> {
    this.#opening ??= this.#openStore().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #openStore(): Promise<Store> {
    const database = new Kysely<Schema>({ dialect: createStorageDialect(this.storage) });
    await migrateToLatest(database);
    return createSqlStore(database, {
      facts: {
        dialect: 'sqlite',
        rowLocks: false,
        maxValues,
        now: () => Promise.resolve(this.now()),
      },
      closeDatabase: ignore,
    });
  }
}

type StoreMethod = (...parameters: readonly unknown[]) => Promise<unknown>;

/** `close` is excluded, because each client closes its own side. */
function findMethod(store: Store, name: string): StoreMethod {
  const methods = new Map<string, unknown>(Object.entries({ ...store, close: undefined }));
  const method = methods.get(name);
  if (typeof method === 'function') return method as StoreMethod;
  throw new StoreUnavailableError(
    'The Durable Object does not know this method; deploy both anew.',
  );
}

function ignore(): void {
  return undefined;
}
