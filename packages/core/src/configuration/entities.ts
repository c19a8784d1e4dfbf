import { isJsonObject, parseJson, type JsonObject } from '@parley/protocol';
import type { EntityKind, EntityRecord } from '../store/index.ts';
import type { ConfigurationProblem } from './problem.ts';
import { configurationSchema, type Configuration } from './schema.ts';
import type { Sealer } from './sealing.ts';

/** The part of the file in which each kind is declared. */
export const sections = {
  upstream: 'upstreams',
  model: 'models',
  group: 'groups',
  price: 'prices',
} as const satisfies Readonly<Record<EntityKind, string>>;

/** The field in which the store keeps an upstream's credential. */
export const sealedField = 'sealed_credential';

/** What a sealed credential belongs to: it opens for no other upstream. */
export function sealingPlace(name: string): string {
  return `upstream:${name}`;
}

/** A part of the configuration that the store declares, with its credential opened. */
export interface DeclaredEntity {
  readonly kind: EntityKind;
  readonly name: string;
  /** A configuration with nothing but this part. */
  readonly configuration: Configuration;
}

/** Why a declared part cannot be used. */
export interface EntityProblem {
  readonly kind: EntityKind;
  readonly name: string;
  /** Where in the part, or from the top of the configuration when another part shows it. */
  readonly path: readonly string[];
  readonly message: string;
}

type Result = DeclaredEntity | EntityProblem;

/** Reads what the store holds; each part stands for itself, so that a broken one breaks no other. */
export async function openEntities(
  records: readonly EntityRecord[],
  sealer: Sealer | undefined,
): Promise<{
  readonly entities: readonly DeclaredEntity[];
  readonly problems: readonly EntityProblem[];
}> {
  const opened = await Promise.all(records.map((record) => openEntity(record, sealer)));
  return {
    entities: opened.filter((result) => 'configuration' in result),
    problems: opened.filter((result) => 'message' in result),
  };
}

async function openEntity(
  { kind, name, body }: EntityRecord,
  sealer: Sealer | undefined,
): Promise<Result> {
  const parsed = parseJson(body);
  if (!isJsonObject(parsed)) return { kind, name, path: [], message: 'It is no JSON object.' };
  const { [sealedField]: sealed, ...value } = parsed;
  if (typeof sealed !== 'string') return decodeEntity({ kind, name }, value);
  try {
    const credential = await sealer?.open(sealed, sealingPlace(name));
    if (credential !== undefined) return decodeEntity({ kind, name }, { ...value, credential });
  } catch {
    // Sealed under another key, or changed: for its users that is the same as no key at all.
  }
  const message = 'It does not open with the secret key of this host.';
  return { kind, name, path: ['credential'], message };
}

/** Checks a part as if it stood alone in a file. */
export function decodeEntity(
  { kind, name }: Pick<EntityRecord, 'kind' | 'name'>,
  value: JsonObject,
): Result {
  // Such a name would not become a field of its own.
  if (name === '__proto__') return { kind, name, path: [], message: 'Use another name.' };
  const section = kind === 'price' ? [value] : { [name]: value };
  const { data, error } = configurationSchema.safeParse({ [sections[kind]]: section });
  if (data !== undefined) return { kind, name, configuration: data };
  const [issue] = error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...(issue?.path ?? []), ...unknown].slice(2).map(String);
  return { kind, name, path, message: issue?.message ?? 'It cannot be used.' };
}

/** What a problem of the whole configuration means for the part that shows it. */
export function toEntityProblem(
  { kind, name }: DeclaredEntity,
  { path, message, suggestion }: ConfigurationProblem,
): EntityProblem {
  const isOwn = path[0] === sections[kind] && (kind === 'price' || path[1] === name);
  return {
    kind,
    name,
    path: (isOwn ? path.slice(2) : path).map(String),
    message: suggestion === undefined ? message : `${message} ${suggestion}`,
  };
}
