/** Keeps secrets in the store unreadable for whoever only has the database. */
export interface Sealer {
  /** @param place what the secret belongs to; it opens nowhere else */
  seal(secret: string, place: string): Promise<string>;
  /** @throws Error when it was sealed under another key, for another place, or was changed */
  open(sealed: string, place: string): Promise<string>;
}

const keyBytes = 32;
const nonceBytes = 12;
const version = 'v1';

/**
 * Reads a key of 256 bits, written as 64 hexadecimal digits or in base64.
 * @throws RangeError when it is none
 */
export function readSecretKey(text: string): Uint8Array<ArrayBuffer> {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? decodeHex(text) : decodeBase64(text);
  if (bytes?.length === keyBytes) return bytes;
  throw new RangeError('A secret key has 32 bytes, in hexadecimal digits or base64.');
}

/** AES-256-GCM with a nonce of its own for each secret (NIST SP 800-38D). */
export function createSealer(secretKey: Uint8Array<ArrayBuffer>): Sealer {
  const importing = crypto.subtle.importKey('raw', secretKey, 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);
  const encoder = new TextEncoder();
  const parameters = (iv: Uint8Array<ArrayBuffer>, place: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: encoder.encode(place),
  });
  return {
    async seal(secret, place) {
      const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const text = encoder.encode(secret);
      const sealed = await crypto.subtle.encrypt(parameters(iv, place), await importing, text);
      return [version, encodeBase64(iv), encodeBase64(new Uint8Array(sealed))].join('.');
    },
    async open(sealed, place) {
      const [mark, nonce = '', text = ''] = sealed.split('.');
      const iv = decodeBase64(nonce);
      const bytes = decodeBase64(text);
      if (mark !== version || iv === undefined || bytes === undefined) {
        throw new Error('This is no sealed secret.');
      }
      const opened = await crypto.subtle.decrypt(parameters(iv, place), await importing, bytes);
      return new TextDecoder().decode(opened);
    },
  };
}

function decodeHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function encodeBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
