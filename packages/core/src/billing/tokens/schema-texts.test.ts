import { isJsonObject, parseJson, type JsonObject } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { listSchemaTexts } from './schema-texts.ts';

describe('listSchemaTexts', () => {
  it('handles any depth and any width', () => {
    let deep: JsonObject = {};
    for (let depth = 0; depth < 100_000; depth += 1) deep = { items: deep };
    const names = Array.from({ length: 200_000 }, (_, index) => [`name${index}`, {}]);
    const wide = { properties: Object.fromEntries(names) as JsonObject };
    expect(listSchemaTexts(deep)).toEqual({ texts: [], properties: 0 });
    expect(listSchemaTexts(wide).properties).toBe(200_000);
  });

  it('finds nothing in an empty schema', () => {
    expect(listSchemaTexts({})).toEqual({ texts: [], properties: 0 });
  });

  it('counts the digits of a limit beyond doubles', () => {
    const body = parseJson('{"schema":{"maximum":9223372036854775807}}');
    const schema = isJsonObject(body) && isJsonObject(body['schema']) ? body['schema'] : {};
    expect(listSchemaTexts(schema).texts).toEqual(['9223372036854775807']);
  });

  it('lists names, descriptions and values, and omits what properties already count', () => {
    const { texts, properties } = listSchemaTexts({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://schemas.test/weather',
      type: 'object',
      required: ['unit'],
      additionalProperties: false,
      description: 'Where to look',
      properties: {
        unit: { type: 'string', enum: ['celsius', 'kelvin'] },
        wind: { $ref: '#/$defs/speed' },
        places: {
          type: 'array',
          items: { type: 'object', properties: { city: { type: 'string' } } },
          maxItems: 5,
        },
      },
    });
    expect(properties).toBe(4);
    expect([...texts].sort()).toEqual(
      ['5', 'Where to look', 'celsius', 'city', 'kelvin', 'places', 'unit', 'wind'].sort(),
    );
  });

  it('lists the names of definitions like those of properties', () => {
    const definition = { speed: { description: 'in knots' } };
    for (const name of ['$defs', 'definitions', 'properties']) {
      const { texts, properties } = listSchemaTexts({ [name]: definition });
      expect([[...texts].sort(), properties]).toEqual([['in knots', 'speed'], 1]);
    }
  });

  it('treats properties that are named like keywords as properties', () => {
    const { texts } = listSchemaTexts({ properties: { type: {}, required: {} } });
    expect([...texts].sort()).toEqual(['required', 'type']);
  });
});
