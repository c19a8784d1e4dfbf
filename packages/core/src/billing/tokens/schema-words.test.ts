import { isJsonObject, parseJson, type JsonObject } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { listSchemaWords } from './schema-words.ts';

describe('listSchemaWords', () => {
  it('survives any depth and any width', () => {
    let deep: JsonObject = {};
    for (let depth = 0; depth < 100_000; depth += 1) deep = { items: deep };
    const names = Array.from({ length: 200_000 }, (_, index) => [`name${index}`, {}]);
    const wide = { properties: Object.fromEntries(names) as JsonObject };
    expect(listSchemaWords(deep)).toEqual({ words: [], properties: 0 });
    expect(listSchemaWords(wide).properties).toBe(200_000);
  });

  it('finds nothing in an empty schema', () => {
    expect(listSchemaWords({})).toEqual({ words: [], properties: 0 });
  });

  it('counts the digits of a limit beyond doubles', () => {
    const body = parseJson('{"schema":{"maximum":9223372036854775807}}');
    const schema = isJsonObject(body) && isJsonObject(body['schema']) ? body['schema'] : {};
    expect(listSchemaWords(schema).words).toEqual(['9223372036854775807']);
  });

  it('lists names, descriptions and values, and leaves out what properties cost anyway', () => {
    const { words, properties } = listSchemaWords({
      type: 'object',
      required: ['unit'],
      additionalProperties: false,
      description: 'Where to look',
      properties: {
        unit: { type: 'string', enum: ['celsius', 'kelvin'] },
        places: {
          type: 'array',
          items: { type: 'object', properties: { city: { type: 'string' } } },
          maxItems: 5,
        },
      },
    });
    expect(properties).toBe(3);
    expect([...words].sort()).toEqual(
      ['5', 'Where to look', 'celsius', 'city', 'kelvin', 'places', 'unit'].sort(),
    );
  });

  it('takes properties that are named like keywords for properties', () => {
    const { words } = listSchemaWords({ properties: { type: {}, required: {} } });
    expect([...words].sort()).toEqual(['required', 'type']);
  });
});
