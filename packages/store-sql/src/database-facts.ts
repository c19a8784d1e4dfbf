import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** What differs between the databases of this package. */
export interface DatabaseFacts {
  /** Whose functions and types of its own it has. */
  readonly dialect: 'sqlite' | 'postgresql';
  /**
   * True when rows must be locked one by one (`select … for update`); false when a transaction
   * holds the whole database from its start.
   */
  readonly rowLocks: boolean;
  /** How many values one statement that writes rows carries at most; 16,000 unless told. */
  readonly mostValues?: number;
  /** The store's clock, in milliseconds since 1970. */
  now(executor: Kysely<Schema>): Promise<number>;
}
