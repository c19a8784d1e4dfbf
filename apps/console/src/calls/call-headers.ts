/** The headers of a call that a session authenticates. */
import { visitorHeaders } from '../api/client.ts';

/** @param keyId the key that is charged; absent for the admin API */
export function callHeaders(keyId?: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    ...visitorHeaders(),
    ...(keyId !== undefined && { 'parley-key': keyId }),
  };
}
