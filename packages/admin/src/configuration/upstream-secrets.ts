/** Encrypts the credential of an upstream and keeps stored secrets that an operator sends back masked. */
import {
  isJsonObject,
  parseJson,
  type JsonObject,
  type JsonValue,
  omitUndefined,
} from '@parley/protocol';
import {
  encryptedCredentialField,
  type SecretCipher,
  credentialContext,
} from '@parley/core/extension';
import type { EntityRecord } from '@parley/core/store';
import { maskedValue } from './masking.ts';
import { invalid } from '../shared/errors.ts';
import { checkAddress, checkProxy } from './upstream-address.ts';

/**
 * Encrypts the credential of an upstream. Keeps the stored credential if the input has none, and the stored
 * value of a header that is sent back masked, but only for the same base URL, provider, proxy and certificates.
 * @param previous what the store has under this name
 * @throws GatewayError `invalid-request`
 */
export async function sealUpstream(
  { name, input }: { readonly name: string; readonly input: JsonObject },
  previous: EntityRecord | undefined,
  cipher: SecretCipher | undefined,
): Promise<JsonObject> {
  const { credential, ...rest } = input;
  checkAddress(rest['base_url']);
  checkProxy(rest['proxy']);
  const before = readPrevious(rest, previous);
  const headers = keepHeaders(rest['headers'], before?.['headers']);
  const sealed =
    credential === undefined
      ? before?.[encryptedCredentialField]
      : await sealCredential(name, credential, cipher);
  return omitUndefined({
    ...rest,
    headers,
    [encryptedCredentialField]: sealed,
  });
}

async function sealCredential(
  name: string,
  credential: JsonValue,
  cipher: SecretCipher | undefined,
): Promise<string | undefined> {
  if (typeof credential !== 'string') return undefined;
  if (cipher !== undefined) return cipher.encrypt(credential, credentialContext(name));
  const message =
    'Set PARLEY_SECRET_KEY: without a secret key the gateway cannot store credentials.';
  throw invalid(message, 'credential');
}

/** What determines who receives the credential. */
const receiverFields = ['base_url', 'provider', 'proxy', 'ca'];

/** The stored upstream, if the credential would go to the same receiver. */
function readPrevious(
  input: JsonObject,
  previous: EntityRecord | undefined,
): JsonObject | undefined {
  const before = previous === undefined ? undefined : parseJson(previous.body);
  if (!isJsonObject(before)) return undefined;
  const isSame = receiverFields.every(
    (field) => JSON.stringify(before[field]) === JSON.stringify(input[field]),
  );
  return isSame ? before : undefined;
}

/** Replaces masked values by the stored ones. @throws GatewayError when there is no stored value */
function keepHeaders(
  headers: JsonValue | undefined,
  before: JsonValue | undefined,
): JsonValue | undefined {
  if (!isJsonObject(headers)) return headers;
  const stored = isJsonObject(before) ? before : {};
  const entries = Object.entries(headers).map(([name, value]) => {
    if (value !== maskedValue) return [name, value] as const;
    const old = Object.hasOwn(stored, name) ? stored[name] : undefined;
    if (old !== undefined) return [name, old] as const;
    throw invalid(
      'Send the real value: *** stands for a stored value, and none is stored.',
      `headers.${name}`,
    );
  });
  return Object.fromEntries(entries);
}
