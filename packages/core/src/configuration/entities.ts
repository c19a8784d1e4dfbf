/**
 * Decodes the entities of the store: parts of the configuration that operators create through the admin API.
 */
import {
  isJsonObject,
  omitUndefined,
  parseJson,
  type JsonObject,
  type JsonValue,
} from '@parley/protocol';
import type { EntityKind, EntityRecord } from '../store/index.ts';
import type { SecretCipher } from './encryption.ts';
import { findCause } from './issue-cause.ts';
import type { ConfigurationProblem } from './problem.ts';
import { configurationSchema, type Configuration } from './schema.ts';

/** The section of the configuration that contains each kind of entity. */
export const sections = {
  upstream: 'upstreams',
  model: 'models',
  group: 'groups',
  price: 'prices',
} as const satisfies Readonly<Record<EntityKind, string>>;

/** The field that holds an upstream's encrypted credential in the store. */
export const encryptedCredentialField = 'sealed_credential';

/** The field that holds an upstream's encrypted headers in the store, by their names. */
export const encryptedHeadersField = 'sealed_headers';

/** The context of an upstream's encrypted credential: it cannot be decrypted for another upstream. */
export function credentialContext(name: string): string {
  return `upstream:${name}`;
}

/** The context of one of an upstream's encrypted headers. */
export function headerContext(name: string, header: string): string {
  return `upstream:${name}:header:${header.toLowerCase()}`;
}

/** An entity of the store, its credential decrypted. */
export interface DeclaredEntity {
  readonly kind: EntityKind;
  readonly name: string;
  /** A configuration that contains only this entity. */
  readonly configuration: Configuration;
}

/** Why an entity cannot be used. */
export interface EntityProblem {
  readonly kind: EntityKind;
  readonly name: string;
  /** Where in the entity; a path from the top of the configuration when the problem is in another part. */
  readonly path: readonly string[];
  readonly message: string;
}

/** An entity of the store that can be used, or the reason why it cannot. */
export type DecodedEntity = DeclaredEntity | EntityProblem;

/**
 * Decrypts and validates the entities of the store independently: an invalid one does not affect the others.
 */
export async function decodeEntities(
  records: readonly EntityRecord[],
  cipher: SecretCipher | undefined,
): Promise<{
  readonly entities: readonly DeclaredEntity[];
  readonly problems: readonly EntityProblem[];
}> {
  const decoded = await Promise.all(records.map((record) => decryptEntity(record, cipher)));
  return {
    entities: decoded.filter((result) => 'configuration' in result),
    problems: decoded.filter((result) => 'message' in result),
  };
}

async function decryptEntity(
  { kind, name, body }: EntityRecord,
  cipher: SecretCipher | undefined,
): Promise<DecodedEntity> {
  const parsed = parseJson(body);
  if (!isJsonObject(parsed)) return { kind, name, path: [], message: 'It is not a JSON object.' };
  const {
    [encryptedCredentialField]: encrypted,
    [encryptedHeadersField]: encryptedHeaders,
    ...value
  } = parsed;
  const unreadable = (field: string): EntityProblem => {
    const message = 'It cannot be decrypted with the secret key of this host.';
    return { kind, name, path: [field], message };
  };
  const credential = await decryptText(encrypted, credentialContext(name), cipher);
  if (credential === null) return unreadable('credential');
  const headers = await decryptHeaders(name, encryptedHeaders, cipher);
  if (headers === null) return unreadable('headers');
  // Earlier versions stored the values of headers as they are.
  const plain = isJsonObject(value['headers']) ? value['headers'] : {};
  const hasHeaders = headers !== undefined;
  return decodeEntity(
    { kind, name },
    omitUndefined({
      ...value,
      ...(hasHeaders && { headers: { ...plain, ...headers } }),
      credential,
    }),
  );
}

/**
 * Decrypts the headers of a stored upstream; `undefined` when none is encrypted, `null` when one cannot be
 * decrypted.
 */
export async function decryptHeaders(
  name: string,
  encrypted: JsonValue | undefined,
  cipher: SecretCipher | undefined,
): Promise<JsonObject | undefined | null> {
  if (!isJsonObject(encrypted)) return undefined;
  const entries: (readonly [string, string])[] = [];
  for (const [header, value] of Object.entries(encrypted)) {
    const text = await decryptText(value, headerContext(name, header), cipher);
    if (typeof text !== 'string') return null;
    entries.push([header, text]);
  }
  return Object.fromEntries(entries);
}

/**
 * `undefined` when there is nothing to decrypt, and `null` when it was encrypted with another key or modified:
 * for operators both are the same as no key at all.
 */
async function decryptText(
  encrypted: JsonValue | undefined,
  context: string,
  cipher: SecretCipher | undefined,
): Promise<string | undefined | null> {
  if (typeof encrypted !== 'string') return undefined;
  try {
    return (await cipher?.decrypt(encrypted, context)) ?? null;
  } catch {
    return null;
  }
}

/** Validates an entity against the schema of the configuration. */
export function decodeEntity(
  { kind, name }: Pick<EntityRecord, 'kind' | 'name'>,
  value: JsonObject,
): DecodedEntity {
  // As a key of an object literal this name would set the prototype.
  if (name === '__proto__') return { kind, name, path: [], message: 'Use another name.' };
  const section = kind === 'price' ? [value] : { [name]: value };
  const { data, error } = configurationSchema.safeParse({ [sections[kind]]: section });
  if (data !== undefined) return { kind, name, configuration: data };
  const [issue] = error.issues;
  const told = issue && findCause(issue);
  const path = (told?.path ?? []).slice(2).map(String);
  return { kind, name, path, message: told?.message ?? 'It cannot be used.' };
}

/** Converts a problem of the whole configuration to one of the entity that causes it. */
export function toEntityProblem(
  { kind, name }: DeclaredEntity,
  { path, message, suggestion }: ConfigurationProblem,
): EntityProblem {
  // An entity of the store may not refer to a variable, so advice to do so is for the file alone.
  const advice = suggestion?.includes('${') === true ? undefined : suggestion;
  const isOwn = path[0] === sections[kind] && (kind === 'price' || path[1] === name);
  return {
    kind,
    name,
    path: (isOwn ? path.slice(2) : path).map(String),
    message: advice === undefined ? message : `${message} ${advice}`,
  };
}
