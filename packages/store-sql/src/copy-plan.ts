import type { Schema } from './schema.ts';

/** How a table is copied. */
export interface CopyPlan {
  /** The columns by which its rows are told apart. */
  readonly identity: readonly string[];
  /** How many rows are in memory at once. */
  readonly rowsAtOnce: number;
}

const rowsAtOnce = 500;
/** A kept answer may be as long as 16 million characters. */
const answersAtOnce = 8;

/** Every table but sessions, which end with the move; those first that others refer to. */
export const copyPlans = {
  accounts: { identity: ['id'], rowsAtOnce },
  keys: { identity: ['id'], rowsAtOnce },
  key_secrets: { identity: ['hash'], rowsAtOnce },
  admin_tokens: { identity: ['id'], rowsAtOnce },
  users: { identity: ['id'], rowsAtOnce },
  audit: { identity: ['id'], rowsAtOnce },
  entities: { identity: ['kind', 'name'], rowsAtOnce },
  entity_version: { identity: ['id'], rowsAtOnce },
  exchanges: { identity: ['id'], rowsAtOnce },
  usage_sums: {
    identity: [
      'key_id',
      'step',
      'account_id',
      'group_name',
      'call_name',
      'upstream',
      'upstream_model',
    ],
    rowsAtOnce,
  },
  responses: { identity: ['key_id', 'id'], rowsAtOnce: answersAtOnce },
  response_items: { identity: ['key_id', 'item_id', 'response_id'], rowsAtOnce },
  key_states: { identity: ['key_id'], rowsAtOnce },
  account_states: { identity: ['account_id'], rowsAtOnce },
  ledger: { identity: ['id'], rowsAtOnce },
  reservations: { identity: ['exchange_id'], rowsAtOnce },
} as const satisfies Record<Exclude<keyof Schema, 'sessions'>, CopyPlan>;

export type CopiedTable = keyof typeof copyPlans;

export const copiedTables = Object.keys(copyPlans) as readonly CopiedTable[];
