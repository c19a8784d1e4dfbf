import type { KeyLimits, ReservationRequest, ReservedAmounts } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import { MemoryServer } from '../testing/memory-server.ts';
import { unwrap } from './group-commit.ts';
import { reserveAll } from './reservations.ts';
import { createTentativeReserve } from './tentative-reservations.ts';

interface Wanted extends Partial<ReservationRequest> {
  readonly amount?: Partial<ReservedAmounts> & Partial<ReservationRequest['amounts']>;
}

function requestOf(id: string, { amount = {}, ...fields }: Wanted = {}): ReservationRequest {
  const { nanoUsd = 10, tokens = 20 } = amount;
  const least = { leastNanoUsd: nanoUsd, leastTokens: tokens };
  return {
    ...{ id, keyId: 'key-1', accountId: 'account-1', limits: {}, last: false },
    ...{ owner: 'process-1', lifeMs: 60_000 },
    ...fields,
    amounts: { nanoUsd, tokens, ...least, rateTokens: 30, ...amount },
  };
}

/** Reserves one batch after the other, and returns the outcomes and what the server has then. */
async function reserveOn(server: MemoryServer, batches: readonly ReservationRequest[][]) {
  const reserve = createTentativeReserve(server);
  const outcomes = [];
  for (const batch of batches) outcomes.push(...(await reserve(batch)).map(unwrap));
  return outcomes;
}

/** What a server has, without what only a reservation under locks writes. */
function contentOf({ keys, accounts }: MemoryServer) {
  const states = [...keys.values()].map(({ lastUsedAt: _, ...state }) => state);
  return { keys: states, accounts: [...accounts.values()] };
}

const several: Wanted[] = [{}, { ahead: 3 }, { amount: { nanoUsd: 40, tokens: 70 } }];
const everything: KeyLimits = {
  quota: { nanoUsd: 1_000, tokens: 1_000, reset: 'day' },
  windows: { '5h': 900, '1d': 950, '7d': 990 },
  requestsPerMinute: 60,
  tokensPerMinute: 6_000,
  concurrency: 20,
};

const limits: readonly (readonly [string, KeyLimits])[] = [
  ['nothing', {}],
  ['money', { quota: { nanoUsd: 100, reset: 'none' } }],
  ['money of a day', { quota: { nanoUsd: 100, reset: 'day' } }],
  ['tokens', { quota: { tokens: 190, reset: 'none' } }],
  ['windows', { windows: { '5h': 100, '7d': 90 } }],
  ['a window of a day', { windows: { '1d': 100 } }],
  ['requests per minute', { requestsPerMinute: 6 }],
  ['tokens per minute', { tokensPerMinute: 200 }],
  ['concurrency', { concurrency: 6 }],
  ['everything', everything],
];

describe('reservations that are held before they are decided', () => {
  it.each(limits)('end as those under locks where a key limits %s', async (_name, keyLimits) => {
    const requests = [...several, ...several, ...several].map((wanted, index) =>
      requestOf(`x-${String(index)}`, {
        ...{ ...wanted, limits: keyLimits, keyId: index % 4 === 3 ? 'key-2' : 'key-1' },
      }),
    );
    for (const prepaid of [false, true]) {
      const [one, other] = [new MemoryServer(), new MemoryServer()];
      for (const server of [one, other]) {
        server.accounts.set('account-1', {
          ...{ accountId: 'account-1', granted: 320, spent: 20, reserved: 5 },
        });
        if (prepaid) server.prepaid.add('account-1');
      }
      const batches = [requests.slice(0, 2), requests.slice(2, 5), requests.slice(5)];
      const outcomes = await reserveOn(one, batches);
      const expected = [];
      for (const batch of batches)
        expected.push(...(await reserveAll(other.transact, batch)).map(unwrap));
      expect(outcomes).toEqual(expected);
      expect(one.held()).toEqual(other.held());
      expect(contentOf(one)).toEqual(contentOf(other));
    }
  });
});
