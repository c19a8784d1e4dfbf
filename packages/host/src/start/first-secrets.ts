/** Creates the first key and the first admin token of a new store. */
import {
  ConfigurationError,
  createAdminSecret,
  createKeySecret,
  defaultAccountId,
  describeAdminSecret,
  type Configuration,
  type NewSecret,
  type Store,
} from '@parley/core';
import type { Environment } from '../configuration/substitution.ts';

/** The variable with an admin token that the operator chose, for hosts without a terminal. */
export const adminTokenVariable = 'PARLEY_ADMIN_TOKEN';

/** The secrets of a new store. They are shown once and stored as hashes. */
export interface FirstSecrets {
  readonly key: string;
  /** Absent when `PARLEY_ADMIN_TOKEN` is used. */
  readonly adminToken?: string;
}

/** The id of the token in the variable; a new value replaces the old one. */
const environmentTokenId = 'environment';

/**
 * Stores the token in `PARLEY_ADMIN_TOKEN`, in place of the earlier value of the variable. Returns
 * false when the variable is not set.
 * @throws ConfigurationError when its value is not an admin token
 */
export async function acceptAdminToken(store: Store, environment: Environment): Promise<boolean> {
  const secret = environment[adminTokenVariable];
  if (secret === undefined || secret === '') return false;
  const described = await describeAdminSecret(secret);
  if (described === undefined) {
    const message = 'This is not an admin token; `parley generate admin-token` generates one.';
    throw new ConfigurationError([{ path: [adminTokenVariable], message }]);
  }
  if ((await store.findAdminToken(described.hash)) !== undefined) return true;
  await store.deleteAdminToken(environmentTokenId);
  await addAdminToken(store, described, { id: environmentTokenId, name: adminTokenVariable });
  return true;
}

export interface FirstSecretsOptions {
  readonly configuration: Configuration;
  readonly environment: Environment;
  /** Keeps the secrets before the store has their hashes. If it returns false, none are created. */
  readonly keep?: (secrets: FirstSecrets) => boolean;
}

/**
 * Creates a key and an admin token when the store has no token; returns undefined at later starts. The
 * token is stored last, so that an interrupted first start is repeated.
 * @throws ConfigurationError when `PARLEY_ADMIN_TOKEN` is not an admin token
 */
export async function createFirstSecrets(
  store: Store,
  { configuration, environment, keep }: FirstSecretsOptions,
): Promise<FirstSecrets | undefined> {
  const isFirst = (await store.listAdminTokens()).length === 0;
  const key = await createKeySecret();
  const token = environment[adminTokenVariable] ? undefined : await createAdminSecret();
  const secrets = { key: key.secret, ...(token && { adminToken: token.secret }) };
  if (!isFirst || keep?.(secrets) === false) {
    await acceptAdminToken(store, environment);
    return undefined;
  }
  await addFirstKey(store, configuration, key);
  if (token === undefined) await acceptAdminToken(store, environment);
  else await addAdminToken(store, token, { id: crypto.randomUUID(), name: 'first token' });
  return secrets;
}

async function addFirstKey(
  store: Store,
  configuration: Configuration,
  { hash, display }: NewSecret,
): Promise<void> {
  const createdAt = Date.now();
  const id = crypto.randomUUID();
  await store.addKey(
    {
      id,
      name: 'first key',
      accountId: defaultAccountId,
      groups: [chooseGroup(configuration)],
      limits: {},
      createdAt,
      disabled: false,
    },
    { keyId: id, hash, display, createdAt },
  );
}

async function addAdminToken(
  store: Store,
  { hash, display }: Pick<NewSecret, 'hash' | 'display'>,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await store.addAdminToken({ id, name, role: 'admin', hash, display, createdAt: Date.now() });
}

/** The group of new keys: `default`, otherwise the first configured group. */
export function chooseGroup({ groups }: Configuration): string {
  const [first] = Object.keys(groups);
  return first === undefined || 'default' in groups ? 'default' : first;
}
