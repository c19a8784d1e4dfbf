import { randomUUID } from 'node:crypto';
import {
  createAdminSecret,
  createKeySecret,
  defaultAccountId,
  type Configuration,
  type Store,
} from '@parley/core';

/** The secrets of a new store. They are shown once and then known by their hashes only. */
export interface FirstSecrets {
  readonly key: string;
  readonly adminToken: string;
}

/**
 * Creates the first key and the admin token when the store has none; gives nothing at later
 * starts. The token is stored last, so that a start that was cut short is repeated whole.
 */
export async function createFirstSecrets(
  store: Store,
  configuration: Configuration,
): Promise<FirstSecrets | undefined> {
  if ((await store.listAdminTokens()).length > 0) return undefined;
  const [key, token] = await Promise.all([createKeySecret(), createAdminSecret()]);
  const createdAt = Date.now();
  const id = randomUUID();
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
    { keyId: id, hash: key.hash, display: key.display, createdAt },
  );
  await store.addAdminToken({
    id: randomUUID(),
    name: 'first token',
    role: 'admin',
    hash: token.hash,
    display: token.display,
    createdAt,
  });
  return { key: key.secret, adminToken: token.secret };
}

/** The group `default`; the first configured one where there are groups but none of that name. */
export function chooseGroup({ groups }: Configuration): string {
  const [first] = Object.keys(groups);
  return first === undefined || 'default' in groups ? 'default' : first;
}
