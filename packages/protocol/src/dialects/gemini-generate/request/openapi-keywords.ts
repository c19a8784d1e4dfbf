// The keywords of the OpenAPI schemas that Gemini generateContent accepts, for `openapi-schema.ts`.
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import { createExactNumber, isExactNumber, type ExactNumber } from '../../../json/exact-number.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import type { WireSchema } from '../types.ts';

/*
 * The keywords of the OpenAPI subset that are written independently of others (`@google/genai` 3.1.0,
 * `Schema`).
 */

/** Keywords that do not restrict values. */
const silent: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$comment',
  '$defs',
  'definitions',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'propertyOrdering',
]);

/** Keywords that are translated. */
const read: ReadonlySet<string> = new Set([
  '$ref',
  'type',
  'nullable',
  'title',
  'description',
  'format',
  'pattern',
  'enum',
  'const',
  'default',
  'example',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'items',
  'prefixItems',
  'properties',
  'required',
  'anyOf',
  'oneOf',
  'allOf',
]);

/** True for a keyword that is neither translated nor without effect. */
export function isUnsupported(keyword: string): boolean {
  return !read.has(keyword) && !silent.has(keyword);
}

/** Formats that the subset supports; any other is rejected. */
const formats: Readonly<Record<string, readonly string[]>> = {
  STRING: ['date-time'],
  NUMBER: ['float', 'double'],
  INTEGER: ['int32', 'int64'],
};

const types = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT'] as const;
export type SchemaType = (typeof types)[number];

export function isType(word: string): word is SchemaType {
  return types.some((type) => type === word);
}

/** Annotations of a schema, such as its title and description. */
export function writeAnnotations(schema: JsonObject): WireSchema {
  const { title, description, default: usual } = schema;
  return omitUndefined({
    title: textOf(title),
    description: textOf(description),
    default: usual,
  });
}

/** The listed values, including a constant. */
export function listedValues({ enum: values, const: constant }: JsonObject): JsonValue[] {
  if (Array.isArray(values)) return values;
  return constant === undefined ? [] : [constant];
}

const counts = [
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
] as const;

/** Limits of a value; `isLossy` is true if one of them cannot be expressed. */
export function writeLimits(
  schema: JsonObject,
  type: SchemaType,
): { readonly limits: WireSchema; readonly isLossy: boolean } {
  const { format, pattern } = schema;
  const isKnown = typeof format === 'string' && formats[type]?.includes(format) === true;
  const range = writeRange(schema, type);
  return {
    limits: {
      ...omitUndefined({
        format: isKnown ? format : undefined,
        pattern: type === 'STRING' ? textOf(pattern) : undefined,
      }),
      ...range.limits,
      ...Object.fromEntries(counts.flatMap((keyword) => writeCount(schema, keyword))),
    },
    isLossy: (format !== undefined && !isKnown) || range.isLossy,
  };
}

/** The subset has inclusive limits only; for integers the next value is equivalent. */
function writeRange(schema: JsonObject, type: SchemaType) {
  const step = type === 'INTEGER' ? 1 : 0;
  const above = numberOf(schema['exclusiveMinimum']);
  const below = numberOf(schema['exclusiveMaximum']);
  const minimum = numberOf(schema['minimum']) ?? (above === undefined ? above : add(above, step));
  const maximum = numberOf(schema['maximum']) ?? (below === undefined ? below : add(below, -step));
  return {
    limits: omitUndefined({ minimum, maximum }),
    isLossy: step === 0 && (above !== undefined || below !== undefined),
  };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: JsonValue | undefined): number | ExactNumber | undefined {
  return typeof value === 'number' || isExactNumber(value) ? value : undefined;
}

/** An exact number that is not an integer is kept: at that magnitude, a step of one is negligible. */
function add(limit: number | ExactNumber, step: number): number | ExactNumber {
  if (typeof limit === 'number') return limit + step;
  const { source } = limit;
  return /^-?\d+$/.test(source) ? createExactNumber(String(BigInt(source) + BigInt(step))) : limit;
}

function writeCount(schema: JsonObject, keyword: string): [string, string][] {
  const value = numberOf(schema[keyword]);
  if (value === undefined) return [];
  return [[keyword, typeof value === 'number' ? String(value) : value.source]];
}
