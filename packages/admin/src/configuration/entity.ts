/**
 * The shape of an entity, which is an upstream, a model, a group or a price: what the API accepts and what it
 * returns.
 */
import { isJsonObject, parseJson, type JsonObject } from '@parley/protocol';
import * as z from 'zod';
import {
  type Configuration,
  groupSchema,
  modelSchema,
  priceSchema,
  encryptedCredentialField,
  sections,
  upstreamSchema,
} from '@parley/core/extension';
import type { EntityKind, EntityRecord } from '@parley/core/store';
import { createEtag, etag } from '../shared/etag.ts';
import { formatTimeOrNull } from '../shared/times.ts';
import { maskEntity } from './masking.ts';

const upstreamInput = upstreamSchema
  .extend({
    credential: upstreamSchema.shape.credential
      .nullable()
      .describe('The API key of the vendor; if absent, the stored one is kept; null removes it.'),
  })
  .describe('An upstream: a remote service that runs models.');

/** The body of a request by kind: the schema of the configuration file; a credential may be null. */
export const entityInputs = {
  upstream: upstreamInput,
  model: modelSchema,
  group: groupSchema,
  price: priceSchema,
} as const satisfies Readonly<Record<EntityKind, z.ZodType>>;

/** An entity as JSON, which is how the store keeps it. */
export function toJson(input: z.output<(typeof entityInputs)[EntityKind]>): JsonObject {
  return JSON.parse(JSON.stringify(input)) as JsonObject;
}

/** An upstream, a model, a group or a price as the API writes it, with its origin. Secrets are masked. */
export const entityView = z
  .strictObject({
    object: z.enum(['upstream', 'model', 'group', 'price']),
    etag,
    name: z.string(),
    managed: z
      .enum(['file', 'store'])
      .describe('Where it is declared; what the file declares is read-only here.'),
    updated_at: z.string().nullable(),
    configuration: z
      .record(z.string(), z.unknown())
      .describe('The entity in the format of the configuration file, without secrets.'),
    credential: z
      .enum(['set', 'none'])
      .nullable()
      .describe('Whether an upstream has a credential; the secret itself is never returned.'),
  })
  .meta({ id: 'Entity' });

/** A part of the configuration in the format of the API. */
export type EntityView = z.infer<typeof entityView>;

/** Prices have no names in the file; their names here begin with this, which stored prices may not. */
const filePricePrefix = 'file:';

/** The entities of a kind that the configuration file declares, by name. */
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

/** Whether the file declares an entity of this name, or may declare a price of this name. */
export function belongsToFile(host: Configuration, kind: EntityKind, name: string): boolean {
  if (kind === 'price') return name.startsWith(filePricePrefix);
  return declaredInFile(host, kind).has(name);
}

/** An entity of the store in the format of the API. */
export function toStoredView({ kind, name, body, updatedAt }: EntityRecord): EntityView {
  const parsed = parseJson(body);
  const view = toFileView(kind, name, isJsonObject(parsed) ? parsed : {});
  // A new credential shows only in the time.
  const etag = createEtag({ ...view.configuration, updatedAt });
  return { ...view, etag, managed: 'store', updated_at: formatTimeOrNull(updatedAt) };
}

/** An entity of the configuration file in the format of the API. */
export function toFileView(kind: EntityKind, name: string, value: JsonObject): EntityView {
  const hasCredential = (value['credential'] ?? value[encryptedCredentialField]) !== undefined;
  const configuration = maskEntity(value);
  return {
    object: kind,
    etag: createEtag(configuration),
    name,
    managed: 'file',
    updated_at: null,
    configuration,
    credential: kind === 'upstream' ? (hasCredential ? 'set' : 'none') : null,
  };
}
