/** What a call of a signed-in visitor carries in place of a credential. */
import { consoleHeaders } from '../api/client.ts';

/** @param keyId the key that pays; absent for calls of the administration */
export function callHeaders(keyId?: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    ...consoleHeaders,
    ...(keyId !== undefined && { 'parley-key': keyId }),
  };
}
