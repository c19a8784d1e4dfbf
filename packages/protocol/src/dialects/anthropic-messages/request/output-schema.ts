// Structured output schemas in the form that Anthropic Messages upstreams accept, for the options encoder.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';
import { writeJson } from '../../../json/exact-number.ts';

/*
 * The vendor compiles schemas of structured output and strict tools to a grammar. It accepts only a subset of
 * JSON Schema and rejects everything else. Removed keywords are written into the description, where the model
 * still reads them. Source: the vendor's page on structured outputs, "JSON Schema limitations".
 */

const formats: ReadonlySet<JsonValue | undefined> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]);

/** Limits that the subset does not support. */
const limits: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
  'dependentRequired',
  'dependentSchemas',
  'not',
  'if',
  'then',
  'else',
  'contentEncoding',
  'contentMediaType',
]);

/** Keywords whose value is a table of schemas, a list of schemas, or a schema. */
const tables: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);
const lists: ReadonlySet<string> = new Set(['anyOf', 'allOf', 'prefixItems']);

interface RestrictedSchema {
  readonly schema: JsonObject;
  /** Whether anything was changed. */
  readonly changed: boolean;
  /**
   * Whether an object with arbitrary keys was closed, so that it could only be empty. Such a schema must not
   * be sent.
   */
  readonly closesMaps: boolean;
}

/** The reason in the note when a schema is not sent, because it would allow only empty objects. */
export const openKeys = 'The model cannot be bound to objects whose keys are free';

/** Reduces a schema to the subset; all objects are closed. */
export function restrictSchema(schema: JsonObject): RestrictedSchema {
  const restriction = new Restriction();
  const restricted = restriction.apply(schema);
  return { schema: restricted, changed: restriction.changed, closesMaps: restriction.closesMaps };
}

class Restriction {
  changed = false;
  closesMaps = false;

  apply(schema: JsonObject): JsonObject {
    const kept: JsonObject = {};
    const removed: string[] = [];
    for (const [keyword, value] of Object.entries(schema)) {
      if (value === undefined) continue;
      const isKeyRule = keyword === 'additionalProperties' && isJsonObject(value);
      if (isKeyRule) this.#close(kept, schema);
      if (isKeyRule || limits.has(keyword) || (keyword === 'format' && !formats.has(value))) {
        removed.push(`${keyword}: ${writeJson(value)}`);
      } else {
        this.#keep(kept, keyword, value);
      }
    }
    if (removed.length > 0) {
      this.changed = true;
      const before = typeof kept['description'] === 'string' ? `${kept['description']} ` : '';
      kept['description'] = `${before}(${removed.join(', ')})`;
    }
    if (isObjectSchema(kept)) this.#close(kept, schema);
    return kept;
  }

  #keep(kept: JsonObject, keyword: string, value: JsonValue): void {
    if (keyword === 'oneOf') {
      this.changed = true;
      kept['anyOf'] = this.#applyAll(value);
    } else if (lists.has(keyword)) {
      kept[keyword] = this.#applyAll(value);
    } else if (tables.has(keyword) && isJsonObject(value)) {
      kept[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, entry]) => [name, this.#applyValue(entry ?? null)]),
      );
    } else if (keyword === 'items') {
      kept[keyword] = this.#applyValue(value);
    } else {
      kept[keyword] = value;
    }
  }

  #applyAll(value: JsonValue): JsonValue {
    return Array.isArray(value) ? value.map((entry) => this.#applyValue(entry)) : value;
  }

  #applyValue(value: JsonValue): JsonValue {
    return isJsonObject(value) ? this.apply(value) : value;
  }

  #close(kept: JsonObject, { properties, additionalProperties }: JsonObject): void {
    if (kept['additionalProperties'] === false) return;
    if (additionalProperties !== undefined) this.changed = true;
    const names = isJsonObject(properties) ? Object.keys(properties) : [];
    const isOpen = properties === undefined || additionalProperties !== undefined;
    if (names.length === 0 && isOpen) this.closesMaps = true;
    kept['additionalProperties'] = false;
  }
}

function isObjectSchema({ type, properties }: JsonObject): boolean {
  const mayBeObject = Array.isArray(type) ? type.includes('object') : type === 'object';
  return mayBeObject || properties !== undefined;
}
