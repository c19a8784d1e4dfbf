/** Encrypts what is secret in the store: credentials and headers of upstreams, and stored responses. */

/** Encrypts secrets, so that a copy of the database alone does not reveal them. */
export interface SecretCipher {
  /** @param context what the secret belongs to; it cannot be decrypted for anything else */
  encrypt(secret: string, context: string): Promise<string>;
  /** @throws Error when it was encrypted with another key or for another context, or was modified */
  decrypt(encrypted: string, context: string): Promise<string>;
}

const keyBytes = 32;
const nonceBytes = 12;
const version = 'v1';

/** A key of 256 bits. */
export type SecretKey = Uint8Array<ArrayBuffer>;

/** The keys of a cipher. The first one encrypts, and each of them decrypts what it has encrypted. */
export type SecretKeys = readonly [SecretKey, ...SecretKey[]];

/**
 * Parses keys of 256 bits, each written as 64 hexadecimal digits or in base64, with commas or white space between
 * them. Several let an operator replace the first one: what earlier ones have encrypted stays readable.
 * @throws RangeError when one of them is not such a key
 */
export function readSecretKeys(text: string): SecretKeys {
  const [first = '', ...earlier] = text.trim().split(/[\s,]+/);
  return [readSecretKey(first), ...earlier.map(readSecretKey)];
}

function readSecretKey(text: string): SecretKey {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? decodeHex(text) : decodeBase64(text);
  if (bytes?.length === keyBytes) return bytes;
  throw new RangeError('A secret key has 32 bytes, in hexadecimal digits or base64.');
}

/**
 * AES-256-GCM with a separate nonce for each secret (NIST SP 800-38D) and the context as additional
 * authenticated data. The text is `v1.<nonce>.<ciphertext>`, both in base64.
 */
export function createSecretCipher(keys: SecretKeys): SecretCipher {
  let imported: ImportedKeys | undefined;
  // At the first secret, because Node loads its code for this at the first import, which not every start needs.
  const importOnce = () => (imported ??= importKeys(keys));
  const encoder = new TextEncoder();
  const parameters = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: encoder.encode(context),
  });
  return {
    async encrypt(secret, context) {
      const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const text = encoder.encode(secret);
      const [key] = importOnce();
      const bytes = await crypto.subtle.encrypt(parameters(iv, context), await key, text);
      return [version, encodeBase64(iv), encodeBase64(new Uint8Array(bytes))].join('.');
    },
    async decrypt(encrypted, context) {
      const [mark, nonce = '', text = ''] = encrypted.split('.');
      const iv = decodeBase64(nonce);
      const bytes = decodeBase64(text);
      if (mark !== version || iv === undefined || bytes === undefined) {
        throw new Error('This is not an encrypted secret.');
      }
      const attempts = importOnce().map(async (key) =>
        crypto.subtle.decrypt(parameters(iv, context), await key, bytes),
      );
      return new TextDecoder().decode(await Promise.any(attempts));
    },
  };
}

type ImportedKeys = readonly [current: Promise<CryptoKey>, ...earlier: Promise<CryptoKey>[]];

function importKeys([current, ...earlier]: SecretKeys): ImportedKeys {
  return [importKey(current), ...earlier.map(importKey)];
}

function importKey(key: SecretKey): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

function decodeHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Bytes that become characters in one step: an engine limits the number of arguments of a call. */
const stepBytes = 8 * 1024;

function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += stepBytes) {
    text += String.fromCharCode(...bytes.subarray(start, start + stepBytes));
  }
  return btoa(text);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
