/** Creates and checks the secrets of keys, admin tokens and sessions. */

/** A new secret: shown once, then stored only as a hash. */
export interface NewSecret {
  /** The whole secret. */
  readonly secret: string;
  /** SHA-256 as 64 hexadecimal digits. */
  readonly hash: string;
  /** The first characters and the last four, by which a person recognises it. */
  readonly display: string;
}

const keyPrefix = 'sk-parley-';
const adminPrefix = 'parley-admin-';
const sessionPrefixes = { session: 'parley-session-', link: 'parley-link-' } as const;
const randomBytes = 32;
const randomLength = 43;
const checksumLength = 6;
const bodyPattern = /^[0-9A-Za-z]{49}$/;

/** Creates the secret of a key: `sk-parley-`, 256 random bits in base 62, a checksum of six characters. */
export function createKeySecret(): Promise<NewSecret> {
  return createSecret(keyPrefix);
}

/** Creates a token for the admin API, in the same format with its own prefix. */
export function createAdminSecret(): Promise<NewSecret> {
  return createSecret(adminPrefix);
}

/** Whether a credential has the format of a key of Parley, checksum included. */
export function isKeyShaped(credential: string): boolean {
  return hasShape(credential, keyPrefix);
}

/** Whether a credential has the format of an admin token of Parley, checksum included. */
export function isAdminShaped(credential: string): boolean {
  return hasShape(credential, adminPrefix);
}

/**
 * Creates the secret that a browser holds in place of a credential, or the code of a one-time sign-in link.
 */
export function createSessionSecret(purpose: 'session' | 'link'): Promise<NewSecret> {
  return createSecret(sessionPrefixes[purpose]);
}

/** The same for the secret of a session or of a sign-in link. */
export function isSessionShaped(credential: string, purpose: 'session' | 'link'): boolean {
  return hasShape(credential, sessionPrefixes[purpose]);
}

/** The record of an admin token that was created elsewhere; `undefined` when it does not have the format. */
export async function describeAdminSecret(secret: string): Promise<NewSecret | undefined> {
  return isAdminShaped(secret) ? describeSecret(secret, adminPrefix) : undefined;
}

/** A fast hash is sufficient: 256 random bits cannot be guessed, however fast the hash is. */
export async function hashSecret(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function createSecret(prefix: string): Promise<NewSecret> {
  const bytes = crypto.getRandomValues(new Uint8Array(randomBytes));
  const number = bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
  const body = prefix + encodeBase62(number, randomLength);
  return describeSecret(body + checksum(body), prefix);
}

async function describeSecret(secret: string, prefix: string): Promise<NewSecret> {
  const display = `${secret.slice(0, prefix.length + 4)}…${secret.slice(-4)}`;
  return { secret, hash: await hashSecret(secret), display };
}

function hasShape(credential: string, prefix: string): boolean {
  if (!credential.startsWith(prefix)) return false;
  if (!bodyPattern.test(credential.slice(prefix.length))) return false;
  const end = credential.length - checksumLength;
  return checksum(credential.slice(0, end)) === credential.slice(end);
}

function checksum(text: string): string {
  return encodeBase62(BigInt(crc32(text)), checksumLength);
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Encodes a whole number of at least 0 with the digits `0-9A-Za-z`, padded to `length`. */
export function encodeBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = (digits[Number(rest % 62n)] ?? '') + text;
  return text.padStart(length, '0');
}

/** CRC-32 (IEEE 802.3) of ASCII text: detects typing errors in a key without a store lookup. */
export function crc32(text: string): number {
  let remainder = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    remainder ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) {
      remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
    }
  }
  return (remainder ^ 0xffffffff) >>> 0;
}
