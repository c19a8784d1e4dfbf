import { GatewayError } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import type { AccountRecord, KeyRecord } from '../store/index.ts';
import { checkAddress, checkKey, hasEnded } from './validity.ts';

const key: KeyRecord = {
  ...{ id: 'key_1', name: 'test', accountId: 'a', groups: ['default'], limits: {} },
  ...{ createdAt: 0, disabled: false },
};
const account: AccountRecord = {
  ...{ id: 'a', name: 'A', prepaid: false, disabled: false, createdAt: 0 },
};

function refusalOf(check: () => void): GatewayError | undefined {
  try {
    check();
    return undefined;
  } catch (thrown) {
    return GatewayError.from(thrown);
  }
}

describe('a key', () => {
  it.each([
    [
      { key: {}, account: { disabled: true } },
      'account_disabled',
      'The account of this API key is disabled.',
    ],
    [{ key: { disabled: true }, account: {} }, 'key_disabled', 'This API key is disabled.'],
    [{ key: { expiresAt: 999 }, account: {} }, 'key_expired', 'This API key has expired.'],
    [{ key: { expiresAt: 1_000 }, account: {} }, 'key_expired', 'This API key has expired.'],
  ])('with %j is refused as %s', (changed, reason, message) => {
    const found = { key: { ...key, ...changed.key }, account: { ...account, ...changed.account } };
    const error = refusalOf(() => {
      checkKey(found, 1_000);
    });
    expect(error).toMatchObject({ code: 'unauthenticated', reason, message });
  });

  it('is accepted until it expires', () => {
    checkKey({ key, account }, 1_000);
    checkKey({ key: { ...key, expiresAt: 1_001 }, account }, 1_000);
  });

  it('is refused from an address that is not allowed', () => {
    const restricted = { ...key, allowedFrom: ['192.0.2.1'] };
    checkAddress(restricted, '192.0.2.1');
    const error = refusalOf(() => {
      checkAddress(restricted, '192.0.2.2');
    });
    expect(error).toMatchObject({
      ...{ code: 'forbidden', reason: 'ip_not_allowed' },
      message: 'This API key may not be used from here.',
    });
  });
});

describe('a replaced secret', () => {
  it.each([
    [undefined, false],
    [1_001, false],
    [1_000, true],
    [999, true],
  ])('that expires at %s has ended: %s', (expiresAt, ended) => {
    const secret = { keyId: 'key_1', hash: 'h', display: 'd', createdAt: 0 };
    const replaced = expiresAt === undefined ? secret : { ...secret, expiresAt };
    expect(hasEnded(replaced, 1_000)).toBe(ended);
    expect(hasEnded(undefined, 1_000)).toBe(false);
  });
});
