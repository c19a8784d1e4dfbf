import type { KeyLimits, ReservationRequest } from '@parley/core/store';
import { applyRelease, emptyKeyState } from '@parley/core/ledger';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryServer } from '../testing/memory-server.ts';
import { unwrap } from './group-commit.ts';
import { decodeHeld, payerOfRow } from './held.ts';
import { createTentativeReserve } from './tentative-reservations.ts';
import { TransactionStates } from './transaction-states.ts';

const limits: KeyLimits = { quota: { nanoUsd: 100, tokens: 1_000, reset: 'none' } };

function requestOf(
  id: string,
  nanoUsd: number,
  { tokens = 0, ...fields }: Partial<ReservationRequest> & { readonly tokens?: number } = {},
): ReservationRequest {
  const amounts = { nanoUsd, leastNanoUsd: nanoUsd, tokens, leastTokens: tokens, rateTokens: 30 };
  const owner = { keyId: 'key-1', accountId: 'account-1', owner: 'process-1', lifeMs: 60_000 };
  return { id, ...owner, limits, amounts, last: false, ...fields };
}

function listRequests(
  count: number,
  fields: Partial<ReservationRequest>,
  name = 'x',
): readonly ReservationRequest[] {
  return Array.from({ length: count }, (_, index) =>
    requestOf(`${name}-${String(index)}`, 0, fields),
  );
}

let server: MemoryServer;
let reserve: (...requests: readonly ReservationRequest[]) => Promise<readonly string[]>;

beforeEach(() => {
  server = new MemoryServer();
  const reserveAll = createTentativeReserve(server);
  reserve = async (...requests) =>
    (await reserveAll(requests)).map((result) => unwrap(result).kind);
});

/** What the server was asked for since the last call. */
const asked = () => server.asked.splice(0);

describe('a database that reserves before it is decided', () => {
  it('is asked once where everything is granted', async () => {
    expect(await reserve(requestOf('x-1', 60), requestOf('x-2', 40))).toEqual([
      'granted',
      'granted',
    ]);
    expect(asked()).toEqual(['hold']);
    expect(await reserve(requestOf('x-3', 0))).toEqual(['granted']);
    expect(asked()).toEqual(['hold']);
    expect(await reserve()).toEqual([]);
    expect(asked()).toEqual([]);
  });

  it('is asked under locks while the last reservation of a key was not granted as it was asked', async () => {
    expect(await reserve(requestOf('x-1', 101))).toEqual(['refused']);
    expect(asked()).toEqual(['hold', 'correct']);
    expect(await reserve(requestOf('x-2', 10, { keyId: 'key-2' }))).toEqual(['granted']);
    expect(asked()).toEqual(['hold']);
    expect(await reserve(requestOf('x-3', 101))).toEqual(['refused']);
    expect(await reserve(requestOf('x-4', 10))).toEqual(['granted']);
    expect(asked()).toEqual(['lock', 'lock']);
    expect(await reserve(requestOf('x-5', 10))).toEqual(['granted']);
    expect(asked()).toEqual(['hold']);
  });

  it('is told each id once, and decides on a repeated one under locks', async () => {
    await reserve(requestOf('x-1', 60), requestOf('x-1', 70));
    expect(asked()).toEqual(['hold', 'lock']);
    expect(server.held()).toMatchObject({ 'x-1': { nanoUsd: 70 } });
    await reserve(requestOf('x-1', 80));
    expect(asked()).toEqual(['hold', 'correct', 'lock']);
    expect(server.held()).toMatchObject({ 'x-1': { nanoUsd: 80 } });
    expect(server.keys.get('key-1')).toMatchObject({ reservedNanoUsd: 80, running: 1 });
  });

  it('gives back what is held for a repeated request beside one that is new', async () => {
    await reserve(requestOf('x-1', 60));
    asked();
    expect(await reserve(requestOf('x-1', 50), requestOf('x-2', 30))).toEqual([
      'granted',
      'granted',
    ]);
    expect(asked()).toEqual(['hold', 'correct', 'correct', 'lock']);
    expect(server.held()).toMatchObject({ 'x-1': { nanoUsd: 50 }, 'x-2': { nanoUsd: 30 } });
    expect(server.keys.get('key-1')).toMatchObject({ reservedNanoUsd: 80, running: 2 });
  });

  it.each<[number, number, string]>([
    [2 ** 40, 2 ** 40, 'hold'],
    [2 ** 40 + 1, 0, 'lock'],
    [0, 2 ** 40 + 1, 'lock'],
  ])('holds at most 2^40 at once: %d in money and %d tokens', async (nanoUsd, tokens, first) => {
    await reserve(requestOf('x-1', nanoUsd, { tokens }));
    expect(asked()[0]).toBe(first);
  });

  it('holds no larger amount of a key without limits either: its account may be prepaid', async () => {
    await reserve(requestOf('x-1', 2 ** 40 + 1, { limits: {} }));
    expect(asked()).toEqual(['lock']);
  });

  it.each<[KeyLimits, string]>([
    [{ requestsPerMinute: 10 }, 'correct'],
    [{ requestsPerMinute: 9 }, 'lock'],
    [{ tokensPerMinute: 300 }, 'correct'],
    [{ tokensPerMinute: 299 }, 'lock'],
  ])('holds no more of a rate than a minute has: ten requests of %j', async (rates, then) => {
    const other = requestOf('y', 0, { keyId: 'key-2', limits: rates });
    await reserve(...listRequests(5, { limits: rates, ahead: 1 }), other);
    expect(asked()).toEqual(['hold', then]);
  });

  it.each<[number, KeyLimits]>([
    [70, { requestsPerMinute: 30 }],
    [29, { requestsPerMinute: 30 }],
    [2_000, { tokensPerMinute: 900 }],
    [29, { tokensPerMinute: 900 }],
  ])('grants 30 to several processes that ask for %d each at once: %j', async (count, rates) => {
    const processes = Array.from({ length: 5 }, () => createTentativeReserve(server));
    const results = await Promise.all(
      processes.map((one, index) => one(listRequests(count, { limits: rates }, String(index)))),
    );
    const kinds = results.flat().map((result) => unwrap(result).kind);
    expect(kinds.filter((kind) => kind === 'granted')).toHaveLength(30);
    const { requestsWholeAt = 0, tokensWholeAt = 0 } = server.keys.get('key-1') ?? {};
    expect(Math.max(requestsWholeAt, tokensWholeAt)).toBe(server.now + 60_000);
  });

  it.each([
    [
      { nanoUsd: 95, leastNanoUsd: 1, tokens: 0, leastTokens: 0 },
      { nanoUsd: 95, tokens: 0 },
    ],
    [
      { nanoUsd: 10, leastNanoUsd: 1, tokens: 950, leastTokens: 1 },
      { nanoUsd: 10, tokens: 950 },
    ],
  ])('decides under locks when the upper bound %j is more than it holds', async (bound, held) => {
    const { amounts } = requestOf('x-1', 10);
    const request = requestOf('x-1', 10, { amounts: { ...amounts, bound } });
    expect(await reserve(request)).toEqual(['granted']);
    expect(asked()).toEqual(['hold', 'correct', 'lock']);
    expect(server.held()).toMatchObject({ 'x-1': held });
    await reserve(requestOf('x-2', 0));
    expect(asked()).toEqual(['lock']);
  });

  it('decides under locks after it has granted less ahead than was asked for', async () => {
    expect(await reserve(requestOf('x-1', 10, { ahead: 20 }))).toEqual(['granted']);
    expect(asked()).toEqual(['hold', 'correct']);
    await reserve(requestOf('x-2', 10));
    expect(asked()).toEqual(['lock']);
  });

  it('fails the requests alone whose numbers cannot be stored', async () => {
    const running = Number.MAX_SAFE_INTEGER;
    server.keys.set('key-1', { ...emptyKeyState('key-1', 0), running });
    const others = [
      requestOf('x-2', 101, { keyId: 'key-2' }),
      requestOf('x-2', 10, { keyId: 'key-2' }),
    ];
    const results = await createTentativeReserve(server)([
      ...others,
      ...others,
      requestOf('x-1', 10),
    ]);
    expect(results.map(({ kind }) => kind)).toEqual(['done', 'done', 'done', 'done', 'failed']);
  });

  it('remembers 10,000 keys near their limits, and then begins anew', async () => {
    const requests = Array.from({ length: 10_001 }, (_, index) =>
      requestOf(`x-${String(index)}`, 101, { keyId: `key-${String(index)}` }),
    );
    await reserve(...requests);
    expect(asked()).toEqual(['hold', 'correct']);
    await reserve(requestOf('y-1', 10, { keyId: 'key-0' }));
    expect(asked()).toEqual(['hold']);
    await reserve(requestOf('y-2', 10, { keyId: 'key-10000' }));
    expect(asked()).toEqual(['lock']);
  });

  it.each([
    [2, ['hold']],
    [3, ['hold', 'correct']],
  ])('is corrected when %d milliseconds pass while it holds: %j', async (passed, expected) => {
    const { hold } = server.tentative;
    server.tentative.hold = async (holds) => ({ ...(await hold(holds)), now: server.now + passed });
    const rates = { requestsPerMinute: 6, tokensPerMinute: 600 };
    expect(await reserve(requestOf('x-1', 10, { limits: rates }))).toEqual(['granted']);
    expect(asked()).toEqual(expected);
  });

  it('decides anew under locks when one has expired before its correction', async () => {
    const { hold } = server.tentative;
    server.tentative.hold = async (holds) => {
      const answer = await hold(holds);
      await expire('x-2');
      return answer;
    };
    expect(await reserve(requestOf('x-1', 60), requestOf('x-2', 60))).toEqual(['granted', 'held']);
    expect(asked()).toEqual(['hold', 'lock', 'correct', 'lock']);
    expect(server.held()).toMatchObject({ 'x-1': { nanoUsd: 60 } });
    expect(server.keys.get('key-1')).toMatchObject({ reservedNanoUsd: 60, running: 1 });
  });
});

/** Releases a reservation, as a search for expired ones does. */
function expire(id: string): Promise<undefined> {
  const payers = [requestOf(id, 0)];
  return server.transact({ payers, reservations: [id] }, ({ reservations, ...answer }) => {
    const states = new TransactionStates(answer.states, payers);
    for (const row of reservations) {
      states.set(applyRelease(states.get(payerOfRow(row)), decodeHeld(row)));
    }
    const changes = { states: states.changed(), deletedReservations: [id] };
    return { result: undefined, changes };
  });
}
