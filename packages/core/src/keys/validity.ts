/**
 * Checks whether a key may be used: its own state, that of its secret and its account, and the client's IP
 * address.
 */
import { GatewayError } from '@parley/protocol';
import type { FoundKey, KeyRecord } from '../store/index.ts';
import { mayCallFrom } from './addresses.ts';

/** Whether a replaced secret has expired; the key stays usable with its new secret. */
export function hasEnded(secret: FoundKey['secret'] | undefined, now: number): boolean {
  return secret?.expiresAt !== undefined && secret.expiresAt <= now;
}

/**
 * Checks that a key may be used at a time, in milliseconds since 1970.
 * @throws GatewayError `unauthenticated` when the key or its account is disabled, or it has expired
 */
export function checkKey({ key, account }: Pick<FoundKey, 'key' | 'account'>, now: number): void {
  if (account.disabled) {
    throw new GatewayError('unauthenticated', 'The account of this API key is disabled.', {
      reason: 'account_disabled',
    });
  }
  if (key.disabled) {
    throw new GatewayError('unauthenticated', 'This API key is disabled.', {
      reason: 'key_disabled',
    });
  }
  if (key.expiresAt !== undefined && key.expiresAt <= now) {
    throw new GatewayError('unauthenticated', 'This API key has expired.', {
      reason: 'key_expired',
    });
  }
}

/**
 * Checks that a key may be used from an IP address; `undefined` is an unknown one.
 * @throws GatewayError `forbidden` when the key may not be used from this IP address
 */
export function checkAddress(key: KeyRecord, address: string | undefined): void {
  if (mayCallFrom(key, address)) return;
  throw new GatewayError('forbidden', 'This API key may not be used from here.', {
    reason: 'ip_not_allowed',
  });
}
