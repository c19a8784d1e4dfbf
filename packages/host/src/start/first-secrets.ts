/** Makes or takes over the secrets that a new store needs: a first key and a first admin token. */
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

/** Holds an admin token that the operator chose, for hosts whose first lines nobody sees. */
export const adminTokenVariable = 'PARLEY_ADMIN_TOKEN';

/** The secrets of a new store. They are shown once and then known by their hashes only. */
export interface FirstSecrets {
  readonly key: string;
  /** Absent when the operator gave one. */
  readonly adminToken?: string;
}

/** The admin token of the environment is replaced when the variable changes. */
const givenTokenId = 'environment';

/**
 * Makes the token in `PARLEY_ADMIN_TOKEN` an admin token of the store, in place of the one that
 * the variable held before. Does nothing when the variable is not set.
 * @throws ConfigurationError when it holds no admin token
 */
export async function acceptAdminToken(store: Store, environment: Environment): Promise<boolean> {
  const secret = environment[adminTokenVariable];
  if (secret === undefined || secret === '') return false;
  const described = await describeAdminSecret(secret);
  if (described === undefined) {
    const message = 'This is no admin token; `parley generate admin-token` makes one.';
    throw new ConfigurationError([{ path: [adminTokenVariable], message }]);
  }
  if ((await store.findAdminToken(described.hash)) !== undefined) return true;
  await store.deleteAdminToken(givenTokenId);
  await addAdminToken(store, described, { id: givenTokenId, name: adminTokenVariable });
  return true;
}

/**
 * Creates the first key and an admin token when the store has no token; gives nothing at later
 * starts. The token is stored last, so that a start that was cut short is repeated whole.
 * @throws ConfigurationError when `PARLEY_ADMIN_TOKEN` holds no admin token
 */
export async function createFirstSecrets(
  store: Store,
  configuration: Configuration,
  environment: Environment,
): Promise<FirstSecrets | undefined> {
  const isFirst = (await store.listAdminTokens()).length === 0;
  if (!isFirst) {
    await acceptAdminToken(store, environment);
    return undefined;
  }
  const key = await createKeySecret();
  await addFirstKey(store, configuration, key);
  if (await acceptAdminToken(store, environment)) return { key: key.secret };
  const token = await createAdminSecret();
  await addAdminToken(store, token, { id: crypto.randomUUID(), name: 'first token' });
  return { key: key.secret, adminToken: token.secret };
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

/** The group `default`; the first configured one where there are groups but none of that name. */
export function chooseGroup({ groups }: Configuration): string {
  const [first] = Object.keys(groups);
  return first === undefined || 'default' in groups ? 'default' : first;
}
