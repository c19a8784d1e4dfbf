/** Encrypts the secrets of an upstream, and keeps stored ones that an operator sends back masked. */
import {
  isJsonObject,
  parseJson,
  type JsonObject,
  type JsonValue,
  omitUndefined,
} from '@parley/protocol';
import {
  credentialContext,
  decryptHeaders,
  encryptedCredentialField,
  encryptedHeadersField,
  headerContext,
  type SecretCipher,
} from '@parley/core/extension';
import type { EntityRecord } from '@parley/core/store';
import { maskedValue } from './masking.ts';
import { invalid } from '../shared/errors.ts';
import { checkAddress, checkProxy } from './upstream-address.ts';

/**
 * Encrypts the credential and the headers of an upstream. Keeps the stored credential if the input has none, and
 * the stored value of a header that is sent back masked, but only for the same base URL, provider, proxy and
 * certificates.
 * @param previous what the store has under this name
 * @throws GatewayError `invalid-request`
 */
export async function encryptUpstream(
  { name, input }: { readonly name: string; readonly input: JsonObject },
  previous: EntityRecord | undefined,
  cipher: SecretCipher | undefined,
): Promise<JsonObject> {
  const { credential, headers: given, ...rest } = input;
  checkAddress(rest['base_url']);
  checkProxy(rest['proxy']);
  const before = readPrevious(rest, previous);
  const headers = keepHeaders(given, await readHeaders(name, before, cipher));
  const encrypted =
    credential === undefined
      ? before?.[encryptedCredentialField]
      : await encryptCredential(name, credential, cipher);
  return omitUndefined({
    ...rest,
    [encryptedCredentialField]: encrypted,
    ...(await encryptHeaders(name, headers, cipher)),
  });
}

/** Names of headers whose value is a secret; the values of others may be. */
const secretHeader = /authori[sz]ation|credential|secret|token|password|cookie|key/i;

/** Encrypts all headers. Without a secret key they are stored as they are, if their names are harmless. */
async function encryptHeaders(
  name: string,
  headers: JsonValue | undefined,
  cipher: SecretCipher | undefined,
): Promise<JsonObject> {
  if (!isJsonObject(headers)) return omitUndefined({ headers });
  const secret = Object.keys(headers).find((header) => secretHeader.test(header));
  if (cipher === undefined) {
    if (secret === undefined) return { headers };
    throw invalid(keyMissing, `headers.${secret}`);
  }
  return { [encryptedHeadersField]: await encryptValues(name, headers, cipher) };
}

/** Encrypts the value of each header of an upstream, so that it can be decrypted only for this header of it. */
export async function encryptValues(
  name: string,
  headers: JsonObject,
  cipher: SecretCipher,
): Promise<JsonObject> {
  const entries = Object.entries(headers).map(async ([header, value]) => {
    // The schema of an upstream has accepted it, so it is a text.
    const text = typeof value === 'string' ? value : '';
    return [header, await cipher.encrypt(text, headerContext(name, header))] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The stored headers, which earlier versions stored as they are. */
async function readHeaders(
  name: string,
  stored: JsonObject | undefined,
  cipher: SecretCipher | undefined,
): Promise<JsonObject> {
  const encrypted = await decryptHeaders(name, stored?.[encryptedHeadersField], cipher);
  const plain = stored?.['headers'];
  return { ...(isJsonObject(plain) && plain), ...encrypted };
}

async function encryptCredential(
  name: string,
  credential: JsonValue,
  cipher: SecretCipher | undefined,
): Promise<string | undefined> {
  if (typeof credential !== 'string') return undefined;
  if (cipher !== undefined) return cipher.encrypt(credential, credentialContext(name));
  throw invalid(keyMissing, 'credential');
}

const keyMissing =
  'Set PARLEY_SECRET_KEY: without a secret key the gateway cannot store credentials.';

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
function keepHeaders(headers: JsonValue | undefined, stored: JsonObject): JsonValue | undefined {
  if (!isJsonObject(headers)) return headers;
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
