/** Encrypts the responses that are stored for clients, and decrypts them; used where replies and conversations are stored. */
import type { SecretCipher } from '../../configuration/encryption.ts';
import type { GatewayContext } from '../../context.ts';
import type { StoredResponse } from '../../store/index.ts';

type Parts = Pick<GatewayContext, 'cipher' | 'log'>;

/** The input and the body as the store gets them: encrypted if the host has a secret key. */
export async function encryptResponse(
  cipher: SecretCipher | undefined,
  response: StoredResponse,
): Promise<StoredResponse> {
  if (cipher === undefined) return response;
  const [input, body] = await Promise.all([
    cipher.encrypt(response.input, contextOf(response, 'input')),
    cipher.encrypt(response.body, contextOf(response, 'body')),
  ]);
  return { ...response, input, body };
}

/**
 * A stored response in clear. Without a secret key, and by earlier versions, responses were stored as they
 * are. `undefined`, and logged, when it cannot be decrypted with the secret key of this host.
 */
export async function decryptResponse(
  { cipher, log }: Parts,
  response: StoredResponse,
): Promise<StoredResponse | undefined> {
  // The body is a JSON object; encrypted text begins with its version.
  if (response.body.startsWith('{')) return response;
  try {
    if (cipher !== undefined) {
      const [input, body] = await Promise.all([
        cipher.decrypt(response.input, contextOf(response, 'input')),
        cipher.decrypt(response.body, contextOf(response, 'body')),
      ]);
      return { ...response, input, body };
    }
  } catch {
    // Encrypted with another key, or modified.
  }
  log('warn', 'A stored response cannot be decrypted with the secret key of this host.', {
    response_id: response.id,
    key_id: response.keyId,
  });
  return undefined;
}

/** How long a text becomes by encryption, which writes every three bytes as four characters. */
export function encryptedLength(
  { cipher }: Pick<GatewayContext, 'cipher'>,
  length: number,
): number {
  return cipher === undefined ? length : Math.ceil((length * 4) / 3);
}

/** A response cannot be decrypted as that of another key, under another id or for another field. */
function contextOf({ keyId, id }: StoredResponse, field: 'input' | 'body'): string {
  return JSON.stringify(['response', keyId, id, field]);
}
