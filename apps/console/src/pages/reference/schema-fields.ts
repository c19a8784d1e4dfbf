/** A schema as rows of a table, and as an example. */
import type { Schema, Schemas } from './document.ts';

export interface FieldRow {
  /** Such as `limits.quota.amount` or `groups[]`. */
  readonly path: string;
  readonly depth: number;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** Such as `≥ 1` or the allowed values. */
  readonly limits: readonly string[];
}

const deepest = 8;

/** Every field, the nested ones after the one that holds them; a schema within itself is not repeated. */
export function listFields(schema: Schema, schemas: Schemas): readonly FieldRow[] {
  return fieldsBelow(schema, { schemas, path: '', depth: 0, seen: [] });
}

interface Place {
  readonly schemas: Schemas;
  readonly path: string;
  readonly depth: number;
  /** The names of schemas around this one. */
  readonly seen: readonly string[];
}

function fieldsBelow(given: Schema, place: Place): readonly FieldRow[] {
  const name = given.$ref ?? '';
  if (place.depth > deepest || place.seen.includes(name)) return [];
  const within = { ...place, seen: name === '' ? place.seen : [...place.seen, name] };
  const {
    properties = {},
    required = [],
    items,
    additionalProperties,
    ...rest
  } = resolve(given, place.schemas);
  const fields = Object.entries(properties).flatMap(([key, schema]) => {
    const path = place.path === '' ? key : `${place.path}.${key}`;
    const row = describeField(schema, { ...within, path });
    const below = fieldsBelow(schema, { ...within, path, depth: place.depth + 1 });
    return [{ ...row, isRequired: required.includes(key) }, ...below];
  });
  const variants = [...(rest.anyOf ?? []), ...(rest.oneOf ?? [])];
  const values = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return [
    ...fields,
    ...variants.flatMap((each) => fieldsBelow(each, within)),
    ...(items ? fieldsBelow(items, { ...within, path: `${place.path}[]` }) : []),
    ...(values ? fieldsBelow(values, { ...within, path: `${place.path}.*` }) : []),
  ];
}

function describeField(schema: Schema, { schemas, path, depth }: Place): FieldRow {
  const whole = resolve(schema, schemas);
  const description = schema.description ?? whole.description ?? '';
  const limits = describeLimits(whole, schemas);
  return { path, depth, type: typeOf(schema, schemas), isRequired: false, description, limits };
}

/** Such as `string | null` or `array of integer`. */
export function typeOf(given: Schema, schemas: Schemas): string {
  const schema = resolve(given, schemas);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map((each) => typeOf(each, schemas)))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return `array of ${typeOf(schema.items ?? {}, schemas)}`;
  const values = schema.additionalProperties;
  if (typeof values === 'object') return `map of ${typeOf(values, schemas)}`;
  return [schema.type ?? 'any'].flat().join(' | ');
}

const limitSigns: readonly (readonly [word: string, sign: string])[] = [
  ['minimum', '≥ '],
  ['exclusiveMinimum', '> '],
  ['maximum', '≤ '],
  ['exclusiveMaximum', '< '],
  ['minLength', 'length ≥ '],
  ['maxLength', 'length ≤ '],
  ['minItems', 'items ≥ '],
  ['maxItems', 'items ≤ '],
];

/** The limits of safe integers are not shown. */
function describeLimits(schema: Schema, schemas: Schemas): readonly string[] {
  const own = limitSigns.flatMap(([word, sign]) => {
    const value = schema[word];
    const isLimit = typeof value === 'number' && Math.abs(value) !== Number.MAX_SAFE_INTEGER;
    return isLimit ? [`${sign}${value}`] : [];
  });
  const words = schema.enum?.map((word) => JSON.stringify(word)).join(', ');
  const inner = (schema.anyOf ?? []).flatMap((each) =>
    describeLimits(resolve(each, schemas), schemas),
  );
  return [
    ...(words === undefined ? [] : [words]),
    ...own,
    ...inner,
    // The name of a format is shorter than its pattern.
    ...[schema.format ?? schema.pattern ?? []].flat(),
    ...(schema.default === undefined ? [] : [`= ${JSON.stringify(schema.default)}`]),
  ];
}

/** An example with the required fields and the defaults. */
export function writeExample(given: Schema, schemas: Schemas): unknown {
  const schema = resolve(given, schemas);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const variant = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (variant) return writeExample(variant, schemas);
  const type = [schema.type].flat()[0];
  if (type === 'array') return schema.items ? [writeExample(schema.items, schemas)] : [];
  if (type !== 'object') {
    const samples: Readonly<Record<string, unknown>> = { integer: 1, number: 1, boolean: true };
    return type === 'null' ? null : (samples[type ?? ''] ?? '…');
  }
  const shown = Object.entries(schema.properties ?? {}).filter(
    ([name, { default: usual }]) => schema.required?.includes(name) === true || usual !== undefined,
  );
  return Object.fromEntries(shown.map(([name, each]) => [name, writeExample(each, schemas)]));
}

export function resolve(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return (name === undefined ? undefined : schemas[name]) ?? schema;
}
