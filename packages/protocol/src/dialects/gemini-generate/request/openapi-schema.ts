// Rewrites JSON Schema as the OpenAPI schemas of Gemini generateContent, for the tools and options encoders.
import type { NoteBook } from '../../../canonical/note.ts';
import { writeJson } from '../../../json/exact-number.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { overlaySchema } from '../../../shared/schema-descriptions.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import type { WireSchema } from '../types.ts';
import {
  isUnsupported,
  isType,
  listedValues,
  writeLimits,
  writeAnnotations,
  type SchemaType,
} from './openapi-keywords.ts';
import { mergeSchemas, readShapes, resolveReference } from './openapi-shapes.ts';

/*
 * JSON Schema reduced to the OpenAPI subset of older models, which reject every other keyword
 * (`@google/genai` 3.1.0, `Schema`). Everything that the subset cannot express is noted.
 */

/** Maximum number of schemas in one tree: references inlined repeatedly could exhaust memory. */
const mostSchemas = 2_000;

/** Rewrites a schema in the subset; one note reports if something was lost. */
export function toOpenApiSchema(schema: JsonObject, path: string, notes: NoteBook): WireSchema {
  const writer = new SchemaWriter(schema);
  const written = writer.write(schema, []);
  if (writer.isLossy) {
    notes.approximated(
      path,
      'Keywords that this upstream’s schema subset does not have were omitted.',
    );
  }
  return written;
}

/** The references that led to a schema; a recursive reference ends the trail. */
type ReferencePath = readonly string[];

class SchemaWriter {
  isLossy = false;
  readonly #root: JsonObject;
  #schemas = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  write(schema: JsonObject, referencePath: ReferencePath): WireSchema {
    if (++this.#schemas > mostSchemas) return this.#lose({ type: 'OBJECT' });
    const { $ref: reference, allOf } = schema;
    if (typeof reference === 'string')
      return this.#writeReference(schema, reference, referencePath);
    if (Array.isArray(allOf)) return this.write(this.#mergeAll(schema, allOf), referencePath);
    this.#noteUnsupported(schema);
    return this.#writeShapes(schema, referencePath);
  }

  #lose<Value>(value: Value): Value {
    this.isLossy = true;
    return value;
  }

  #noteUnsupported(schema: JsonObject): void {
    const strange = Object.entries(schema).some(([keyword, value]) => {
      return value !== undefined && isUnsupported(keyword);
    });
    if (strange) this.isLossy = true;
  }

  #writeReference(schema: JsonObject, reference: string, referencePath: ReferencePath): WireSchema {
    const { $ref: _, ...rest } = schema;
    const target = referencePath.includes(reference)
      ? undefined
      : resolveReference(this.#root, reference);
    if (target === undefined) return this.#lose({ type: 'OBJECT', ...writeAnnotations(rest) });
    return this.write(overlaySchema(target, rest), [...referencePath, reference]);
  }

  #mergeAll(schema: JsonObject, all: readonly JsonValue[]): JsonObject {
    const branches = all.filter(isJsonObject).map((branch) => {
      const { $ref: reference, ...rest } = branch;
      return overlaySchema(resolveReference(this.#root, reference) ?? {}, rest);
    });
    return mergeSchemas({ ...schema, allOf: branches });
  }

  #writeShapes(schema: JsonObject, referencePath: ReferencePath): WireSchema {
    const { branches, types, isNullable } = readShapes(schema);
    const state: WireSchema = isNullable ? { nullable: true } : {};
    const isObject = isJsonObject(schema['properties']);
    if (branches.length > 0 && !isObject) {
      return { ...this.#writeBranches(schema, branches, referencePath), ...state };
    }
    if (branches.length > 0) this.isLossy = true;
    if (types.length < 2) {
      return { ...this.#writePlain({ ...schema, type: types[0] }, referencePath), ...state };
    }
    const { title: _, description: __, default: ___, ...limits } = schema;
    const anyOf = types.map((type) => this.#writePlain({ ...limits, type }, referencePath));
    return { ...writeAnnotations(schema), anyOf, ...state };
  }

  #writeBranches(
    schema: JsonObject,
    branches: readonly JsonObject[],
    referencePath: ReferencePath,
  ): WireSchema {
    const [only, ...others] = branches;
    if (only !== undefined && others.length === 0) {
      const { anyOf: _, oneOf: __, ...rest } = schema;
      return this.write(
        overlaySchema({ ...rest, ...only }, writeAnnotations(schema)),
        referencePath,
      );
    }
    return {
      ...writeAnnotations(schema),
      anyOf: branches.map((branch) => this.write(branch, referencePath)),
    };
  }

  #writePlain(schema: JsonObject, referencePath: ReferencePath): WireSchema {
    const type = this.#typeOf(schema);
    return {
      type,
      ...writeAnnotations(schema),
      ...this.#writeEnum(schema, type),
      ...this.#writeLimits(schema, type),
      ...this.#writeContent(schema, type, referencePath),
    };
  }

  /** The subset requires a type everywhere. */
  #typeOf(schema: JsonObject): SchemaType {
    const word = typeof schema['type'] === 'string' ? schema['type'].toUpperCase() : '';
    if (isType(word)) return word;
    if (isJsonObject(schema['properties'])) return 'OBJECT';
    if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) return 'ARRAY';
    const sample = listedValues(schema)[0];
    if (sample === undefined) return this.#lose('STRING');
    if (typeof sample === 'number') return 'NUMBER';
    return typeof sample === 'boolean' ? 'BOOLEAN' : 'STRING';
  }

  /** Only strings may be listed; other values are written into the description. */
  #writeEnum(schema: JsonObject, type: SchemaType): WireSchema {
    const values = listedValues(schema).filter((value) => value !== null);
    if (values.length === 0) return {};
    if (type === 'STRING') return { enum: values.map(asText) };
    this.isLossy = true;
    const before = typeof schema['description'] === 'string' ? `${schema['description']} ` : '';
    return { description: `${before}(one of ${values.map(asText).join(', ')})` };
  }

  #writeLimits(schema: JsonObject, type: SchemaType): WireSchema {
    const { limits, isLossy } = writeLimits(schema, type);
    if (isLossy) this.isLossy = true;
    return limits;
  }

  #writeContent(schema: JsonObject, type: SchemaType, referencePath: ReferencePath): WireSchema {
    if (type === 'ARRAY') return { items: this.#writeItems(schema, referencePath) };
    return type === 'OBJECT' ? this.#writeProperties(schema, referencePath) : {};
  }

  #writeItems(schema: JsonObject, referencePath: ReferencePath): WireSchema {
    const { items, prefixItems } = schema;
    const tuple = Array.isArray(items) ? items : prefixItems;
    if (Array.isArray(tuple)) {
      this.isLossy = true;
      const anyOf = tuple.filter(isJsonObject);
      return this.write(anyOf.length === 1 ? { ...anyOf[0] } : { anyOf }, referencePath);
    }
    return isJsonObject(items) ? this.write(items, referencePath) : this.#lose({ type: 'STRING' });
  }

  #writeProperties(schema: JsonObject, referencePath: ReferencePath): WireSchema {
    const { properties, required } = schema;
    const entries = isJsonObject(properties) ? Object.entries(properties) : [];
    if (entries.length === 0) return {};
    const written = entries.map(([name, property]): [string, WireSchema] => {
      return [name, this.write(isJsonObject(property) ? property : {}, referencePath)];
    });
    const names = new Set(written.map(([name]) => name));
    const demanded = (Array.isArray(required) ? required : [])
      .filter((name) => typeof name === 'string')
      .filter((name) => names.has(name));
    return {
      properties: Object.fromEntries(written),
      ...omitUndefined({ required: demanded.length > 0 ? demanded : undefined }),
    };
  }
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : writeJson(value);
}
