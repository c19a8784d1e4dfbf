import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../canonical/error.ts';
import { jsonObjectText } from '../testing/json-text.ts';
import { mayHoldExactNumber, writeJson } from './exact-number.ts';
import { parseJson, parseScanned, readExactly } from './parse.ts';
import { scanObject } from './scan.ts';

function refusal(text: string): GatewayError {
  try {
    scanObject(text);
  } catch (thrown) {
    if (thrown instanceof GatewayError) return thrown;
    throw thrown;
  }
  throw new Error(`accepted ${text.slice(0, 40)}`);
}

function nested(depth: number): string {
  return '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1);
}

describe('numbers that a double would change', () => {
  it('are found outside of strings as in the whole text', () => {
    const number = fc.stringMatching(/^-?\d{1,20}(\.\d{1,20})?([eE][+-]?\d{1,4})?$/);
    const value = fc.oneof(number, fc.constantFrom('"a"', 'true', 'null'));
    const list = fc.array(value).map((values) => `[${values.join(' , ')}]`);
    fc.assert(
      fc.property(fc.oneof(value, list), (text) => {
        const body = `{"a":${text}}`;
        expect(scanObject(body).mayHoldExactNumber).toBe(mayHoldExactNumber(body));
      }),
    );
  });

  it('are not looked for in strings, where they change nothing', () => {
    const body = '{"a":["12345678901234567890"],"b":1}';
    expect(scanObject(body).mayHoldExactNumber).toBe(false);
  });

  it('are kept in the arguments of a tool when the text was scanned', () => {
    fc.assert(
      fc.property(jsonObjectText(), ({ text }) => {
        if (isRefused(text)) return;
        expect(parseScanned(text, scanObject(text))).toEqual(parseJson(text));
      }),
    );
    const body = '{"a":{"input":{"id":12345678901234567890}}}';
    expect(writeJson(parseScanned(body, scanObject(body)))).toBe(body);
  });
});

function isRefused(text: string): boolean {
  try {
    scanObject(text);
    return false;
  } catch {
    return true;
  }
}

describe('text that is refused', () => {
  it.each(['', ' ', '[]', '[{}]', '"a"', '1', 'null', 'nonsense', '\uFEFF{}', '\u00A0{}'])(
    '%j, which is no object',
    (text) => {
      expect(refusal(text).code).toBe('invalid-request');
    },
  );

  it.each([
    '{',
    '{"',
    '{"a',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '{"a":}',
    '{,}',
    '{a:1}',
    '{"a" 1}',
    '{"a":1 "b":2}',
    '{"a":"x}',
    '{"a":"x\\"}',
    '{"a":[}',
    '{"a":{]',
    '{"a":1}}',
    '{"a":1}x',
    '{}{}',
    '{"\\u12":1}',
    '{"\\x":1}',
  ])('%j, which is broken', (text) => {
    expect(refusal(text).code).toBe('invalid-request');
  });

  it('any text returns a scan or throws a GatewayError', () => {
    const scrap = fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', 'a', '1', ' ', 'null');
    fc.assert(
      fc.property(fc.array(scrap), (scraps) => {
        const text = `{${scraps.join('')}`;
        let error: unknown;
        try {
          scanObject(text);
        } catch (thrown) {
          error = thrown;
        }
        expect(error === undefined || error instanceof GatewayError).toBe(true);
      }),
    );
  });

  it('more than 128 levels, objects or arrays, without using the stack', () => {
    expect(() => scanObject(nested(128))).not.toThrow();
    expect(refusal(nested(129)).message).toMatch('128');
    const deep = 1_000_000;
    expect(refusal(`{"a":${'['.repeat(deep)}`).message).toMatch('128');
    expect(refusal(`{"a":${'[{"b":'.repeat(deep)}`).message).toMatch('128');
    expect(refusal('['.repeat(deep)).code).toBe('invalid-request');
    expect(refusal(nested(129)).reason).toBe('too_deep');
  });

  it('more top-level fields than any request has', () => {
    const withFields = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at])));
    expect(refusal(withFields(1_001)).reason).toBe('too_many_fields');
    expect(scanObject(withFields(1_000)).fields.size).toBe(1_000);
    expect(scanObject(withFields(1_001), { only: { k1000: 1 } }).fields.size).toBe(1);
  });

  it('a duplicate name, also when one of the two is escaped', () => {
    expect(refusal('{"model":"a","model":"b"}')).toMatchObject({
      code: 'invalid-request',
      reason: 'repeated_field',
      param: 'model',
    });
    expect(refusal('{"model":"a","mo\\u0064el":"b"}').param).toBe('model');
  });

  it.each([
    ['candidateCount', 'candidate_count'],
    ['generation_config', 'generationConfig'],
    ['service_tier', 'serviceTier'],
    ['maxOutputTokens', 'max_output_tokens'],
  ])('the deciding name %s beside %s, which means the same to Google', (first, second) => {
    expect(refusal(`{"${first}":1,"${second}":8}`)).toMatchObject({
      reason: 'repeated_field',
      param: second,
    });
  });

  it.each([
    'Model',
    'Models',
    'MODEL',
    'Stream',
    'messAges',
    'Max_Tokens',
    'toolS',
    'Stream_options',
    'max_Completion_tokens',
    'N',
    'Max_Output_Tokens',
    'Input',
    'Contents',
    'GenerationConfig',
    'generationconfig',
    'Generation_Config',
    'MaxOutputTokens',
    'CandidateCount',
    'System',
    'system_Instruction',
    'Instructions',
    'Previous_Response_Id',
    'Background',
    'Thinking',
    'Web_Search_Options',
    'Prompt',
    'Best_Of',
    'Service_Tier',
    'Ser\u0076iceTier'.toUpperCase(),
    'me\u017F\u017Fages',
    'to\\u006fLs',
    'Tool_Choice',
    'Functions',
    'Function_Call',
    'Max_Tool_Calls',
    'Suffix',
    'Prediction',
    'Conversation',
    'Store',
    'Modalities',
    'Reasoning',
    'Reasoning_Effort',
    'Container',
    'Mcp_Servers',
    'CachedContent',
    'Cached_Content',
    'ToolConfig',
    'Tool_Config',
    'ServiceTier',
    'Candidate_Count',
    'ThinkingConfig',
    'Thinking_Config',
    'ResponseModalities',
    'Response_Modalities',
  ])('the deciding name %s in another case', (name) => {
    const error = refusal(`{"model":"a","${name}":1}`);
    expect(error.code).toBe('invalid-request');
    expect(error.param).toBe(JSON.parse(`"${name}"`));
  });

  it('with a short name in its text even when the name is long', () => {
    const name = 'x'.repeat(1000);
    expect(refusal(`{"${name}":1,"${name}":2}`).message.length).toBeLessThan(120);
  });
});

describe('scanObject', () => {
  it('finds an empty object', () => {
    const scan = scanObject(' { } ');
    expect(scan).toMatchObject({ open: 2 });
    expect(scan.fields.size).toBe(0);
  });

  it('decodes escaped names and accepts names of object members such as __proto__', () => {
    const text = '{"mo\\u0064el":"a","__proto__":{"x":1},"constructor":2,"Top_P":3}';
    expect([...scanObject(text).fields.keys()]).toEqual([
      'model',
      '__proto__',
      'constructor',
      'Top_P',
    ]);
  });

  it('ignores duplicate names and other spellings in nested objects', () => {
    const text = '{"a":{"model":1,"model":2,"Model":3}}';
    expect(scanObject(text).fields.get('a')).toEqual({ start: 5, end: text.length - 1 });
  });

  it('is not misled by braces, quotes and backslashes in strings', () => {
    const text = '{"a":["}]","\\\\","\\"{",{"\\\\\\"":"}"}],"model":"x"}';
    const span = scanObject(text).fields.get('model');
    expect(text.slice(span?.start, span?.end)).toBe('"x"');
  });

  it('reads a string of a million escaped quotes', () => {
    const text = `{"a":${JSON.stringify('\\"'.repeat(500_000))},"model":"x"}`;
    expect(scanObject(text).fields.has('model')).toBe(true);
  });

  it('finds every member of any JSON object', () => {
    fc.assert(
      fc.property(jsonObjectText(), ({ members, text }) => {
        const { fields, open } = scanObject(text);
        expect(text[open - 1]).toBe('{');
        expect(text.slice(0, open).trim()).toBe('{');
        const found = [...fields].map(([name, { start, end }]) => {
          const literal = text.slice(start, end);
          expect(literal).toBe(literal.trim());
          return [name, readExactly(literal, false)] as const;
        });
        expect(found).toEqual(members);
      }),
      { numRuns: 500 },
    );
  });
});
