import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** What differs between the databases of this package. */
export interface DatabaseFacts {
  /**
   * True when rows must be locked one by one (`select … for update`); false when a transaction
   * holds the whole database from its start.
   */
  readonly rowLocks: boolean;
  /** The store's clock, in milliseconds since 1970. */
  now(executor: Kysely<Schema>): Promise<number>;
}
