/** Encrypts the stored secrets of upstreams again after the secret key was replaced; for command lines. */
import { isJsonObject, omitUndefined, parseJson, type JsonObject } from '@parley/protocol';
import {
  credentialContext,
  decryptHeaders,
  encryptedCredentialField,
  encryptedHeadersField,
  type SecretCipher,
} from '@parley/core/extension';
import type { EntityRecord } from '@parley/core/store';
import { audit } from '../audit/audit-log.ts';
import type { ConfigurationOperator } from '../shared/operator.ts';
import { runUntilUnchanged } from '../shared/unchanged.ts';
import { encryptValues } from './upstream-secrets.ts';

/** Names of the upstreams in the store that have secrets. */
export interface Reencryption {
  /** Their secrets are encrypted with the first secret key now. */
  readonly encrypted: readonly string[];
  /** None of the secret keys decrypts their secrets, so they were left as they are. */
  readonly unreadable: readonly string[];
}

/**
 * Encrypts the credential and the headers of every upstream in the store with the first secret key, whichever of the
 * keys encrypted them before. May be repeated. A change that another operator makes meanwhile is kept.
 */
export async function reencryptSecrets(
  operator: ConfigurationOperator & { readonly cipher: SecretCipher },
): Promise<Reencryption> {
  const { store, configuration } = operator;
  const encrypted: string[] = [];
  const unreadable: string[] = [];
  for (const name of (await readUpstreams(operator)).keys()) {
    await runUntilUnchanged(async () => {
      const record = (await readUpstreams(operator)).get(name);
      if (record === undefined) return;
      const body = await reencryptUpstream(record, operator.cipher);
      if (body === undefined) {
        unreadable.push(name);
        return;
      }
      await store.saveEntity({ ...record, body: JSON.stringify(body) }, record);
      await audit(operator, { action: 'upstream.reencrypt', subjectId: name });
      encrypted.push(name);
    });
  }
  await configuration.refreshNow();
  return { encrypted, unreadable };
}

/** The upstreams of the store that have secrets, by name. */
async function readUpstreams({
  store,
}: Pick<ConfigurationOperator, 'store'>): Promise<ReadonlyMap<string, EntityRecord>> {
  const { entities } = await store.readEntities();
  const secret = entities.filter(
    ({ kind, body }) => kind === 'upstream' && hasSecrets(parseJson(body)),
  );
  return new Map(secret.map((entity) => [entity.name, entity]));
}

function hasSecrets(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return encryptedCredentialField in body || encryptedHeadersField in body;
}

/** Returns undefined when a secret cannot be decrypted. */
async function reencryptUpstream(
  { name, body }: EntityRecord,
  cipher: SecretCipher,
): Promise<JsonObject | undefined> {
  const parsed = parseJson(body);
  if (!isJsonObject(parsed)) return undefined;
  const { [encryptedCredentialField]: credential, [encryptedHeadersField]: headers } = parsed;
  const plain = await decryptHeaders(name, headers, cipher);
  if (plain === null) return undefined;
  try {
    return omitUndefined({
      ...parsed,
      [encryptedCredentialField]:
        typeof credential === 'string'
          ? await reencrypt(credential, credentialContext(name), cipher)
          : credential,
      [encryptedHeadersField]: plain && (await encryptValues(name, plain, cipher)),
    });
  } catch {
    return undefined;
  }
}

async function reencrypt(text: string, context: string, cipher: SecretCipher): Promise<string> {
  return cipher.encrypt(await cipher.decrypt(text, context), context);
}
