/** A settlement queue with a store and an outbox that tests control. */
import type { Durability } from '../billing/quota/settlement/settlement-queue-options.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { SettlementQueue } from '../billing/quota/settlement/settlement-queue.ts';
import type { Logger, SettlementOutbox } from '../ports.ts';
import {
  encodeSettlement,
  settleOneByOne,
  StoreLockedError,
  StoreUnavailableError,
  type Settlement,
  type Store,
} from '../store/index.ts';
import { createRecord } from './sample-records.ts';

export const down = new StoreUnavailableError('down');

export function settlementOf(id: string, accountId = 'a'): Settlement {
  return {
    record: createRecord({
      ...{ id, keyId: 'k', accountId },
      ...{ listNanoUsd: 1, chargedNanoUsd: 1, pricing: 'priced' },
    }),
    charges: [{ attempt: 1, nanoUsd: 1, listNanoUsd: 1, pricing: 'priced' }],
    limits: {},
  };
}

/** An outbox with the settlements of an earlier process; it may reject writes. */
export function createTestOutbox(left: readonly Settlement[], refuses = false) {
  const held = new Map(left.map((one) => [one.record.id, encodeSettlement(one)]));
  /** `heldAtEnd` is how many it held when it was closed. */
  const disk = {
    isFull: refuses,
    synced: [] as string[],
    heldAtEnd: undefined as number | undefined,
  };
  const outbox: SettlementOutbox = {
    append: async (id, text) => {
      if (disk.isFull) throw new Error('ENOSPC');
      held.set(id, text);
    },
    sync: async () => {
      if (disk.isFull) throw new Error('ENOSPC');
      disk.synced = [...held.keys()];
    },
    readLeft: async () => left,
    remove: async (ids) => {
      for (const id of ids) held.delete(id);
    },
    close: async () => {
      disk.heldAtEnd = held.size;
    },
  };
  return { outbox, held, disk };
}

export interface QueueParts {
  /** What the store throws at first. */
  readonly failure?: Error;
  readonly durability?: Durability;
  readonly isAwaited?: () => boolean;
}

export function arrangeQueue(capacity = 10, outbox?: SettlementOutbox, parts: QueueParts = {}) {
  let { failure } = parts;
  const written: string[] = [];
  /** How many settlements reached the store together. */
  const batches: number[] = [];
  const settled: string[] = [];
  const lost: string[] = [];
  const log: string[] = [];
  let delay: Promise<void> | undefined;
  let lockedAccount: string | undefined;
  const store: Store = {
    ...createMemoryStore(),
    settle: async ({ record }) => {
      if (failure !== undefined) throw failure;
      await delay;
      if (record.accountId === lockedAccount) throw new StoreLockedError();
      written.push(record.id);
    },
    settleBatch: async (batch) => {
      if (failure !== undefined) throw failure;
      batches.push(batch.length);
      await delay;
      return settleOneByOne(batch, ({ record }) => {
        if (record.accountId === lockedAccount) throw new StoreLockedError();
        written.push(record.id);
      });
    },
  };
  const logger: Logger = (level, message, fields) => {
    log.push(`${level}: ${message} ${JSON.stringify(fields)}`);
  };
  const queue = new SettlementQueue({
    store,
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    log: logger,
    capacity,
    onSettled: ({ id }) => settled.push(id),
    onLost: ({ id }) => lost.push(id),
    ...(outbox && { outbox }),
    ...(parts.isAwaited && { isAwaited: parts.isAwaited }),
    durability: () => parts.durability,
  });
  return {
    queue,
    written,
    settled,
    lost,
    log,
    batches,
    /** Lets the store take this long. */
    slow: (work?: Promise<void>) => {
      delay = work;
    },
    fail: (error?: Error) => {
      failure = error;
    },
    /** Lets another session of the database lock an account, and no other. */
    lock: (accountId?: string) => {
      lockedAccount = accountId;
    },
  };
}
