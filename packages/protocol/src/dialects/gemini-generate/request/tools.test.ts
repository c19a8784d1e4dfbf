import { describe, expect, it } from 'vitest';
import type { FunctionTool, Tool, ToolChoice } from '../../../canonical/request.ts';
import { decodeFields, encodeGreeting, gemini25 } from '../testing/requests.ts';

const weather: FunctionTool = {
  kind: 'function',
  name: 'get_weather',
  description: 'Look up the weather',
  schema: { type: 'object', properties: { city: { type: ['string', 'null'] } } },
};
const old = { ...gemini25, profile: { ...gemini25.profile, gemini: undefined } };

describe('encoding tools', () => {
  it('writes full schemas for models that accept them', () => {
    expect(encodeGreeting({ tools: [weather] }).body['tools']).toEqual([
      {
        functionDeclarations: [
          {
            name: 'get_weather',
            description: 'Look up the weather',
            parametersJsonSchema: weather.schema,
          },
        ],
      },
    ]);
  });

  it('writes the schema subset for other models, and no schema without properties', () => {
    const none: Tool = {
      kind: 'function',
      name: 'now',
      schema: { type: 'object', properties: {} },
    };
    const { body } = encodeGreeting({ tools: [weather, none] }, old);
    expect(body['tools']).toEqual([
      {
        functionDeclarations: [
          {
            name: 'get_weather',
            description: 'Look up the weather',
            parameters: {
              type: 'OBJECT',
              properties: { city: { type: 'STRING', nullable: true } },
            },
          },
          { name: 'now' },
        ],
      },
    ]);
  });

  it('keeps Google’s server tools and notes those of other vendors', () => {
    const { body, notes } = encodeGreeting({
      tools: [
        { kind: 'server', name: 'web_search', extras: { 'openai-responses': {} } },
        {
          kind: 'server',
          name: 'googleSearch',
          extras: { 'gemini-generate': { googleSearch: {} } },
        },
      ],
      toolChoice: { mode: 'auto' },
    });
    expect(body['tools']).toEqual([{ googleSearch: {} }]);
    expect(body).not.toHaveProperty('toolConfig');
    expect(notes).toEqual(['dropped tools[0]', 'dropped toolChoice']);
  });

  it('notes what a function loses', () => {
    const tool: FunctionTool = {
      ...weather,
      strict: true,
      cache: { lifetime: '1h' },
      extras: {
        'anthropic-messages': { defer_loading: true },
        'gemini-generate': { behavior: 'BLOCKING' },
      },
    };
    const { body, notes } = encodeGreeting({ tools: [tool] });
    expect(body['tools']).toMatchObject([{ functionDeclarations: [{ behavior: 'BLOCKING' }] }]);
    expect(notes).toEqual([
      'dropped tools[0].defer_loading',
      'dropped tools[0].cache',
      'approximated tools[0].strict',
    ]);
  });
});

describe('the choice', () => {
  const now: Tool = { kind: 'function', name: 'now' };

  it.each<[ToolChoice, object, string[]]>([
    [{ mode: 'auto' }, { mode: 'AUTO' }, []],
    [{ mode: 'none' }, { mode: 'NONE' }, []],
    [{ mode: 'required' }, { mode: 'ANY' }, []],
    [{ mode: 'named', name: 'now' }, { mode: 'ANY', allowedFunctionNames: ['now'] }, []],
    [
      { mode: 'subset', names: ['now', 'get_weather'], required: true },
      { mode: 'ANY', allowedFunctionNames: ['now', 'get_weather'] },
      [],
    ],
    [
      { mode: 'subset', names: ['now'], required: false },
      { mode: 'VALIDATED', allowedFunctionNames: ['now'] },
      [],
    ],
    [{ mode: 'named', name: 'gone' }, { mode: 'ANY' }, ['dropped toolChoice']],
    [
      { mode: 'subset', names: ['gone'], required: false },
      { mode: 'AUTO' },
      ['dropped toolChoice'],
    ],
  ])('%j', (toolChoice, functionCallingConfig, expected) => {
    const { body, notes } = encodeGreeting({ tools: [weather, now], toolChoice });
    expect(body['toolConfig']).toEqual({ functionCallingConfig });
    expect(notes).toEqual(expected);
  });
});

describe('decoding', () => {
  it('reads declarations of either spelling, and each server tool apart', () => {
    const { tools } = decodeFields({
      tools: [
        {
          function_declarations: [
            {
              name: 'a',
              parameters: { type: 'OBJECT', properties: { my_arg: { type: 'STRING' } } },
            },
            {
              name: 'b',
              description: 'B',
              parametersJsonSchema: { type: 'object' },
              behavior: 'X',
            },
          ],
        },
        { google_search: {}, url_context: {} },
      ],
    });
    expect(tools).toEqual([
      {
        kind: 'function',
        name: 'a',
        schema: { type: 'object', properties: { my_arg: { type: 'string' } } },
      },
      {
        kind: 'function',
        name: 'b',
        description: 'B',
        schema: { type: 'object' },
        extras: { 'gemini-generate': { behavior: 'X' } },
      },
      {
        kind: 'server',
        name: 'googleSearch',
        webSearch: { otherSettings: [] },
        extras: { 'gemini-generate': { googleSearch: {} } },
      },
      { kind: 'server', name: 'urlContext', extras: { 'gemini-generate': { urlContext: {} } } },
    ]);
  });

  it.each<[object, ToolChoice | undefined]>([
    [{ mode: 'AUTO' }, { mode: 'auto' }],
    [{ mode: 'none' }, { mode: 'none' }],
    [{ mode: 'ANY' }, { mode: 'required' }],
    [
      { mode: 'ANY', allowedFunctionNames: ['a'] },
      { mode: 'named', name: 'a' },
    ],
    [
      { mode: 'ANY', allowedFunctionNames: ['a', 'b'] },
      { mode: 'subset', names: ['a', 'b'], required: true },
    ],
    [
      { mode: 'VALIDATED', allowed_function_names: ['a'] },
      { mode: 'subset', names: ['a'], required: false },
    ],
    [{ mode: 'MODE_UNSPECIFIED' }, undefined],
    [{}, undefined],
  ])('reads %j', (functionCallingConfig, toolChoice) => {
    const config = { toolConfig: { functionCallingConfig: { ...functionCallingConfig } } };
    expect(decodeFields(config).toolChoice).toEqual(toolChoice);
  });

  it('keeps what only this format has, and writes it back', () => {
    const toolConfig = {
      functionCallingConfig: { mode: 'VALIDATED' },
      retrievalConfig: { languageCode: 'de' },
    };
    const request = decodeFields({
      tools: [{ functionDeclarations: [{ name: 'a' }] }],
      toolConfig,
    });
    expect(request.extras).toEqual({ 'gemini-generate': { toolConfig } });
    expect(encodeGreeting(request).body['toolConfig']).toEqual(toolConfig);
  });
});
