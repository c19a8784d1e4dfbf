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
import type { AdminTokenRecord, FirstRecords, KeyRecord } from '@parley/core/store';
import type { Environment } from '../configuration/substitution.ts';

/** The variable with an admin token that the operator chose, for hosts without a terminal. */
export const adminTokenVariable = 'PARLEY_ADMIN_TOKEN';

/** The secrets of a new store. They are shown once and stored as hashes. */
export interface FirstSecrets {
  readonly key: string;
  /** Absent when `PARLEY_ADMIN_TOKEN` is used. */
  readonly adminToken?: string;
}

/** Secrets that are on the disk before the store has their hashes, so that a crash does not lose them. */
export interface KeptSecrets {
  /** Where they are once the store has taken them. */
  readonly path: string;
  /** The store has taken them. */
  accept(): void;
  /** The store has others. */
  discard(): void;
}

/** The id of the token in the variable; a new value replaces the old one. */
const environmentTokenId = 'environment';

/**
 * Stores the token in `PARLEY_ADMIN_TOKEN`, in place of the earlier value of the variable. Returns
 * false when the variable is not set.
 * @throws ConfigurationError when its value is not an admin token
 */
export async function acceptAdminToken(store: Store, environment: Environment): Promise<boolean> {
  const token = await readChosenToken(environment);
  if (token === undefined) return false;
  if ((await store.findAdminToken(token.hash)) !== undefined) return true;
  await store.deleteAdminToken(environmentTokenId);
  try {
    await store.addAdminToken(token);
  } catch (error) {
    // Another gateway that starts at the same moment may have added it.
    if ((await store.findAdminToken(token.hash)) === undefined) throw error;
  }
  return true;
}

/** The token in the variable. @throws ConfigurationError when it is not an admin token */
async function readChosenToken(environment: Environment): Promise<AdminTokenRecord | undefined> {
  const secret = environment[adminTokenVariable];
  if (secret === undefined || secret === '') return undefined;
  const described = await describeAdminSecret(secret);
  if (described === undefined) {
    const message = 'This is not an admin token; `parley generate admin-token` generates one.';
    throw new ConfigurationError([{ path: [adminTokenVariable], message }]);
  }
  return createToken(described, { id: environmentTokenId, name: adminTokenVariable });
}

/** What the first secrets depend on, and who keeps them. */
export interface FirstSecretsOptions {
  readonly configuration: Configuration;
  readonly environment: Environment;
  /** Keeps the secrets before the store has their hashes. If it returns undefined, none are created. */
  readonly keep?: ((secrets: FirstSecrets) => KeptSecrets | undefined) | undefined;
}

/**
 * Whether the first secrets were created, and are to be shown or kept in a file; `elsewhere` when another gateway of the
 * store created them at the same moment, `none` at later starts.
 */
export type FirstSecretsOutcome =
  | { readonly state: 'created'; readonly secrets: FirstSecrets }
  | { readonly state: 'kept'; readonly path: string }
  | { readonly state: 'elsewhere' }
  | { readonly state: 'none' };

/**
 * Creates a key and an admin token when the store has no token; none at later starts. Of several gateways that
 * start at the same moment, one creates them.
 * @throws ConfigurationError when `PARLEY_ADMIN_TOKEN` is not an admin token
 */
export async function createFirstSecrets(
  store: Store,
  { configuration, environment, keep }: FirstSecretsOptions,
): Promise<FirstSecretsOutcome> {
  const isFirst = (await store.listAdminTokens()).length === 0;
  const made = isFirst ? await makeFirst(configuration, environment) : undefined;
  const kept = made && keep?.(made.secrets);
  if (made === undefined || (keep !== undefined && kept === undefined)) {
    await acceptAdminToken(store, environment);
    return { state: 'none' };
  }
  if (await store.addFirst(made.records)) {
    kept?.accept();
    return kept ? { state: 'kept', path: kept.path } : { state: 'created', secrets: made.secrets };
  }
  kept?.discard();
  await acceptAdminToken(store, environment);
  return { state: 'elsewhere' };
}

interface MadeSecrets {
  readonly secrets: FirstSecrets;
  readonly records: FirstRecords;
}

async function makeFirst(
  configuration: Configuration,
  environment: Environment,
): Promise<MadeSecrets> {
  const made = await createKeySecret();
  const first = describeFirstKey(configuration, made);
  const chosen = await readChosenToken(environment);
  if (chosen !== undefined) {
    return { secrets: { key: made.secret }, records: { ...first, token: chosen } };
  }
  const admin = await createAdminSecret();
  const token = createToken(admin, { id: crypto.randomUUID(), name: 'first token' });
  return {
    secrets: { key: made.secret, adminToken: admin.secret },
    records: { ...first, token },
  };
}

function describeFirstKey(
  configuration: Configuration,
  { hash, display }: NewSecret,
): Pick<FirstRecords, 'key' | 'secret'> {
  const id = crypto.randomUUID();
  const createdAt = Date.now();
  const key: KeyRecord = {
    id,
    name: 'first key',
    accountId: defaultAccountId,
    groups: [chooseGroup(configuration)],
    limits: {},
    createdAt,
    disabled: false,
  };
  return { key, secret: { keyId: id, hash, display, createdAt } };
}

function createToken(
  { hash, display }: Pick<NewSecret, 'hash' | 'display'>,
  { id, name }: { readonly id: string; readonly name: string },
): AdminTokenRecord {
  return { id, name, role: 'admin', hash, display, createdAt: Date.now() };
}

/** The group of new keys: `default`, otherwise the first configured group. */
export function chooseGroup({ groups }: Configuration): string {
  const [first] = Object.keys(groups);
  return first === undefined || 'default' in groups ? 'default' : first;
}
