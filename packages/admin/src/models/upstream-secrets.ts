import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '@parley/protocol';
import {
  encryptedCredentialField,
  type SecretCipher,
  credentialContext,
} from '@parley/core/extension';
import type { EntityRecord } from '@parley/core/store';
import { maskedValue } from '../entities/entity-view.ts';
import { invalid } from '../refusal.ts';
import { checkAddress } from './upstream-address.ts';

/**
 * Seals the credential of an upstream. One that is not spoken of stays, as does the value of a header that
 * is sent back masked, but neither follows the upstream to another address or vendor.
 * @param previous what the store holds under this name
 * @throws GatewayError `invalid-request`
 */
export async function sealUpstream(
  { name, input }: { readonly name: string; readonly input: JsonObject },
  previous: EntityRecord | undefined,
  cipher: SecretCipher | undefined,
): Promise<JsonObject> {
  const { credential, ...rest } = input;
  checkAddress(rest['base_url']);
  const before = readKept(rest, previous);
  const headers = keepHeaders(rest['headers'], before?.['headers']);
  const sealed =
    credential === undefined
      ? before?.[encryptedCredentialField]
      : await sealCredential(name, credential, cipher);
  return {
    ...rest,
    ...(headers !== undefined && { headers }),
    ...(sealed !== undefined && { [encryptedCredentialField]: sealed }),
  };
}

async function sealCredential(
  name: string,
  credential: JsonValue,
  cipher: SecretCipher | undefined,
): Promise<string | undefined> {
  if (typeof credential !== 'string') return undefined;
  if (cipher !== undefined) return cipher.encrypt(credential, credentialContext(name));
  const message = 'Give Parley a secret key (PARLEY_SECRET_KEY) before it keeps credentials.';
  throw invalid(message, 'credential');
}

/** What the store holds, if it was given for the same address and vendor. */
function readKept(input: JsonObject, previous: EntityRecord | undefined): JsonObject | undefined {
  const before = previous === undefined ? undefined : parseJson(previous.body);
  if (!isJsonObject(before)) return undefined;
  const isSame = ['base_url', 'provider'].every(
    (field) => JSON.stringify(before[field]) === JSON.stringify(input[field]),
  );
  return isSame ? before : undefined;
}

/** A masked value stands for the one that is kept; where none is, it would overwrite the real one. */
function keepHeaders(
  headers: JsonValue | undefined,
  before: JsonValue | undefined,
): JsonValue | undefined {
  if (!isJsonObject(headers)) return headers;
  const kept = isJsonObject(before) ? before : {};
  const entries = Object.entries(headers).map(([name, value]) => {
    if (value !== maskedValue) return [name, value] as const;
    const old = Object.hasOwn(kept, name) ? kept[name] : undefined;
    if (old !== undefined) return [name, old] as const;
    throw invalid('Send the real value; it is only hidden in answers.', `headers.${name}`);
  });
  return Object.fromEntries(entries);
}
