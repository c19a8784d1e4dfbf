import { emptyAccountState, emptyKeyState } from '@parley/core/ledger';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { describe, expect, it } from 'vitest';
import type { HotStatements, States } from '../hot-statements.ts';
import type { Schema } from '../schema.ts';
import { TransactionStates, lockStates, prepareStates } from './transaction-states.ts';

const payer = { keyId: 'key-1', accountId: 'account-1' };
const key = emptyKeyState('key-1', 0);
const account = emptyAccountState('account-1');

describe('states that are locked', () => {
  it('are empty for a key and an account that were never used', () => {
    const states = new TransactionStates({ keys: [], accounts: [] }, [payer]);
    expect(states.get(payer)).toEqual({ key, account });
    expect(states.changed()).toEqual({ keys: [], accounts: [] });
  });

  it.each([
    { keys: [], accounts: [] },
    { keys: [key], accounts: [] },
    { keys: [], accounts: [account] },
  ])('are the only ones to decide on (%j)', (found) => {
    const states = new TransactionStates(found, []);
    expect(() => states.get(payer)).toThrow(/^These states were not read\.$/);
  });

  it('are written when they have changed', () => {
    const states = new TransactionStates({ keys: [key], accounts: [account] }, [payer]);
    const spent = { ...key, spent: 5 };
    states.set({ key: spent, account });
    expect(states.changed()).toEqual({ keys: [spent], accounts: [] });
    const granted = { ...account, granted: 5 };
    states.set({ key: spent, account: granted });
    expect(states.changed()).toEqual({ keys: [spent], accounts: [granted] });
    expect(states.all()).toEqual({ keys: [spent], accounts: [granted] });
  });

  it('stay as they are when a number cannot be stored', () => {
    const states = new TransactionStates({ keys: [key], accounts: [account] }, [payer]);
    expect(() => states.set({ key: { ...key, spent: 2 ** 53 }, account })).toThrow(RangeError);
    const granted = { ...account, granted: 2 ** 53 };
    expect(() => states.set({ key: { ...key, spent: 5 }, account: granted })).toThrow(RangeError);
    expect(states.get(payer)).toEqual({ key, account });
    expect(states.changed()).toEqual({ keys: [], accounts: [] });
  });
});

describe('rows to lock', () => {
  /** What is sent to a database, by whether it locks rows one by one. */
  async function prepare(rowLocks: boolean): Promise<readonly CompiledQuery[]> {
    const queries: CompiledQuery[] = [];
    const database = new Kysely<Schema>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (one) => new PostgresIntrospector(one),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      log: ({ query }) => {
        queries.push(query);
      },
    });
    const facts = { dialect: 'postgresql', rowLocks, now: () => Promise.resolve(0) } as const;
    await prepareStates(database, facts, payer);
    return queries;
  }

  it('are added before a transaction where rows are locked one by one', async () => {
    const queries = await prepare(true);
    expect(queries.map(({ sql }) => sql)).toEqual([
      expect.stringMatching(/^insert into "account_states" .* on conflict do nothing$/),
      expect.stringMatching(/^insert into "key_states" .* on conflict do nothing$/),
    ]);
    expect(queries.map(({ parameters }) => parameters[0])).toEqual(['account-1', 'key-1']);
    expect(await prepare(false)).toEqual([]);
  });

  it('are needed only where they are locked one by one', async () => {
    const written: States[] = [];
    const statements = {
      readStates: () => Promise.resolve({ keys: [], accounts: [] }),
      writeStates: (states: States) => Promise.resolve(void written.push(states)),
    } as unknown as HotStatements;
    const facts = { dialect: 'postgresql', now: () => Promise.resolve(0) } as const;
    const locked = await lockStates(statements, { ...facts, rowLocks: true }, [payer]);
    expect(() => locked.get(payer)).toThrow(/^These states were not read\.$/);
    const states = await lockStates(statements, { ...facts, rowLocks: false }, [payer]);
    const granted = { ...account, granted: 5 };
    states.set({ ...states.get(payer), account: granted });
    await states.write(statements);
    expect(written).toEqual([{ keys: [], accounts: [granted] }]);
  });
});
