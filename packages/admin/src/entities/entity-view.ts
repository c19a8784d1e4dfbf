import { isJsonObject, parseJson, type JsonObject } from '@parley/protocol';
import * as z from 'zod';
import { type Configuration, encryptedCredentialField, sections } from '@parley/core/extension';
import type { EntityKind, EntityRecord } from '@parley/core/store';
import { formatTimeOrNull } from '../times.ts';

export const entityView = z
  .strictObject({
    object: z.enum(['upstream', 'model', 'group', 'price']),
    name: z.string(),
    managed: z.enum(['file', 'store']).describe('What the file declares is only read here.'),
    updated_at: z.string().nullable(),
    configuration: z.record(z.string(), z.unknown()).describe('In the form of the file.'),
    credential: z.enum(['set', 'none']).nullable().describe('Of an upstream; never the secret.'),
  })
  .meta({ id: 'Entity' });
export type EntityView = z.infer<typeof entityView>;

/** What stands in the place of a header's value. */
export const maskedValue = '***';

/** Prices have no names in the file, so that they get some which the store does not give. */
const filePricePrefix = 'file:';

/** What the file declares of a kind, by name. */
export function declaredInFile(
  host: Configuration,
  kind: EntityKind,
): ReadonlyMap<string, JsonObject> {
  const section: unknown = host[sections[kind]] ?? {};
  if (!Array.isArray(section)) {
    return new Map(Object.entries(section as Readonly<Record<string, JsonObject>>));
  }
  return new Map(
    section.map((value: JsonObject, index) => [`${filePricePrefix}${String(index + 1)}`, value]),
  );
}

/** Whether a name is the file's, today or whenever it declares another price. */
export function belongsToFile(host: Configuration, kind: EntityKind, name: string): boolean {
  if (kind === 'price') return name.startsWith(filePricePrefix);
  return declaredInFile(host, kind).has(name);
}

export function encodeStored({ kind, name, body, updatedAt }: EntityRecord): EntityView {
  const parsed = parseJson(body);
  const view = encodeEntity(kind, name, isJsonObject(parsed) ? parsed : {});
  return { ...view, managed: 'store', updated_at: formatTimeOrNull(updatedAt) };
}

/** As the file declares it. */
export function encodeEntity(kind: EntityKind, name: string, value: JsonObject): EntityView {
  const hasCredential = (value['credential'] ?? value[encryptedCredentialField]) !== undefined;
  return {
    object: kind,
    name,
    managed: 'file',
    updated_at: null,
    configuration: maskSecrets(value),
    credential: kind === 'upstream' ? (hasCredential ? 'set' : 'none') : null,
  };
}

/** Without secrets; headers may hold some too, so that only their names are shown. */
export function maskSecrets(value: JsonObject): Record<string, unknown> {
  const { credential: _, [encryptedCredentialField]: __, headers, ...rest } = value;
  if (!isJsonObject(headers)) return rest;
  const names = Object.keys(headers).map((header) => [header, maskedValue] as const);
  return { ...rest, headers: Object.fromEntries(names) };
}
