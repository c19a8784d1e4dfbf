import { describe, expect, it } from 'vitest';
import { wrapProviderState } from '../../../canonical/provider-state.ts';
import { toCamelCase } from './spelling.ts';
import { encodeClientSignature } from '../reasoning.ts';
import { decodeContents, decodeFields } from '../testing/requests.ts';

const text = (words: string) => ({ text: words });
const user = (...parts: object[]) => ({ role: 'user', parts: parts.map((part) => ({ ...part })) });
const model = (...parts: object[]) => ({
  role: 'model',
  parts: parts.map((part) => ({ ...part })),
});
const call = (name: string, args: object, id?: string) => ({
  functionCall: { name, args: { ...args }, ...(id !== undefined && { id }) },
});
const response = (name: string, value: object, id?: string) => ({
  functionResponse: { name, response: { ...value }, ...(id !== undefined && { id }) },
});

/** Calls and results as one word each, in order. */
function pairing(turns: ReturnType<typeof decodeContents>): string[] {
  return turns.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.type === 'call') return [`${part.id} ${part.arguments}`];
      if (part.type !== 'result') return [];
      const [textPart] = part.content;
      return [`${part.callId} -> ${textPart?.type === 'text' ? textPart.text : ''}`];
    }),
  );
}

describe('results without ids', () => {
  it('belong to the open calls of their name, first in first out', () => {
    const turns = decodeContents(
      user(text('W?')),
      model(call('w', { c: 'Oslo' }), call('now', {}), call('w', { c: 'Rome' })),
      user(response('now', { output: '12:00' }), response('w', { output: '4C' })),
      user(response('w', { output: '19C' })),
    );
    expect(pairing(turns)).toEqual([
      'call_gemini_1 {"c":"Oslo"}',
      'call_gemini_2 {}',
      'call_gemini_3 {"c":"Rome"}',
      'call_gemini_2 -> 12:00',
      'call_gemini_1 -> 4C',
      'call_gemini_3 -> 19C',
    ]);
  });

  it('do not answer a call of an earlier turn', () => {
    const turns = decodeContents(
      user(text('W?')),
      model(call('w', { c: 'Oslo' })),
      user(text('Forget it.')),
      model(call('w', { c: 'Rome' })),
      user(response('w', { output: '19C' })),
    );
    expect(pairing(turns).at(-1)).toBe('call_gemini_2 -> 19C');
  });

  it('without a call are kept', () => {
    const turns = decodeContents(user(response('w', { output: 'x' })));
    expect(turns).toMatchObject([{ role: 'result', parts: [{ callId: '' }] }]);
  });
});

describe('ids', () => {
  it('pair calls and results, and are found by name when a client invents its own', () => {
    const turns = decodeContents(
      model(call('f', { n: 1 }, 'a'), call('f', { n: 2 }, 'b'), call('g', {}, 'c')),
      user(response('f', { output: 'two' }, 'b'), response('f', { output: 'one' }, 'a')),
      user(response('g', { output: 'three' }, 'made-up')),
    );
    expect(pairing(turns)).toEqual([
      'a {"n":1}',
      'b {"n":2}',
      'c {}',
      'b -> two',
      'a -> one',
      'c -> three',
    ]);
  });

  it('that are already used are replaced, together with their results', () => {
    const turns = decodeContents(
      model(call('f', {}, 'x'), call('f', {}, 'x')),
      user(response('f', { output: '1' }, 'x'), response('f', { output: '2' }, 'x')),
    );
    expect(pairing(turns)).toEqual(['x {}', 'call_gemini_1 {}', 'x -> 1', 'call_gemini_1 -> 2']);
  });
});

describe('the content of a result', () => {
  it.each([
    [{ output: '4C' }, '4C', undefined],
    [{ output: { t: 4 } }, '{"t":4}', undefined],
    [{ error: 'no city' }, 'no city', true],
    [{ error: { code: 7 } }, '{"code":7}', true],
    [{ output: 'x', more: 1 }, '{"output":"x","more":1}', undefined],
    [{ name: 'f', content: '4C' }, '4C', undefined],
    [{ name: 'f', content: { t: 4 } }, '{"t":4}', undefined],
    [{ name: 'f', error: 'Gone.' }, 'Gone.', true],
    [{ name: 'Paris', content: '4C' }, '{"name":"Paris","content":"4C"}', undefined],
    [{ name: 'f', content: '4C', more: 1 }, '{"name":"f","content":"4C","more":1}', undefined],
    [{ result: '4C' }, '4C', undefined],
    [{ content: '4C' }, '{"content":"4C"}', undefined],
    [{}, undefined, undefined],
  ])('%j', (value, words, isError) => {
    const [, turn] = decodeContents(model(call('f', {})), user(response('f', value)));
    const content = words === undefined ? [] : [{ type: 'text', text: words }];
    expect(turn?.parts).toMatchObject([{ type: 'result', content, ...(isError && { isError }) }]);
  });

  it('has images, and fields that only this format has', () => {
    const image = { inlineData: { mimeType: 'image/png', data: 'iVBO_w-=' } };
    const part = { functionResponse: { name: 'f', parts: [image], scheduling: 'SILENT' } };
    const [, turn] = decodeContents(model(call('f', {})), user(part));
    expect(turn?.parts).toEqual([
      {
        type: 'result',
        callId: 'call_gemini_1',
        content: [
          {
            type: 'media',
            kind: 'image',
            source: { by: 'bytes', mediaType: 'image/png', base64: 'iVBO/w+=' },
          },
        ],
        extras: { 'gemini-generate': { functionResponse: { scheduling: 'SILENT' } } },
      },
    ]);
  });
});

describe('roles', () => {
  it('`function` and a missing role are the user’s, and a call makes a content the model’s', () => {
    const turns = decodeContents(
      { parts: [text('W?')] },
      { parts: [call('f', {})] },
      { role: 'function', parts: [response('f', { output: '4C' }), text('And?')] },
    );
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'result', 'user']);
  });

  it('of consecutive model contents are one turn with joined texts', () => {
    const turns = decodeContents(
      user(text('a'), text('b')),
      model(text('Good ')),
      model(text('morning.'), { text: '' }),
      model(call('f', {})),
    );
    expect(turns).toMatchObject([
      { parts: [{ text: 'a' }, { text: 'b' }] },
      { role: 'assistant', parts: [{ text: 'Good morning.' }, { type: 'call' }] },
    ]);
  });
});

describe('instructions', () => {
  const lead = [{ type: 'text', text: 'Be brief.' }];

  it.each([
    ['a text', 'Be brief.'],
    ['a part', { text: 'Be brief.' }],
    ['a content', { role: 'user', parts: [{ text: 'Be brief.' }] }],
    ['a lone part in a content', { parts: { text: 'Be brief.' } }],
    ['a list', ['Be brief.']],
  ])('as %s', (_, systemInstruction) => {
    const { turns } = decodeFields({ systemInstruction });
    expect(turns[0]).toEqual({ role: 'instruction', parts: lead });
  });

  it('that are empty are omitted', () => {
    expect(decodeFields({ systemInstruction: { parts: [{ text: '' }] } }).turns).toHaveLength(1);
  });
});

describe('reasoning', () => {
  const signature = { vendor: 'anthropic', kind: 'signature', data: 'RXE=' } as const;

  it('is joined up to its signature and never becomes text', () => {
    const [turn] = decodeContents(
      model(
        { text: 'Hm, ', thought: true },
        { text: 'yes.', thought: true },
        { text: '', thought: true, thoughtSignature: encodeClientSignature(signature) },
        { text: 'Next.', thought: true },
        text('It is 42.'),
      ),
    );
    expect(turn?.parts).toEqual([
      { type: 'reasoning', text: 'Hm, yes.', providerState: signature },
      { type: 'reasoning', text: 'Next.' },
      { type: 'text', text: 'It is 42.' },
    ]);
  });

  it('keep hidden reasoning apart from reasoning without state', () => {
    const hidden = { vendor: 'anthropic', kind: 'redacted', data: 'x' } as const;
    const [turn] = decodeContents(
      model(
        { text: 'Hm.', thought: true },
        { text: '', thought: true, thoughtSignature: encodeClientSignature(hidden) },
      ),
    );
    expect(turn?.parts).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'reasoning', text: '', providerState: hidden },
    ]);
  });

  it('treats unwrapped signatures as Google’s and ignores placeholders', () => {
    const [turn] = decodeContents(
      model(
        { text: 'ok', thoughtSignature: 'CsIB+/==' },
        { ...call('f', {}), thoughtSignature: 'skip_thought_signature_validator' },
        { ...call('g', {}), thought_signature: encodeClientSignature(signature) },
      ),
    );
    expect(turn?.parts).toMatchObject([
      { type: 'text', text: 'ok' },
      {
        type: 'reasoning',
        text: '',
        providerState: { vendor: 'google', kind: 'thought', data: 'CsIB+/==' },
      },
      { type: 'call', name: 'f' },
      { type: 'call', name: 'g', providerState: signature },
    ]);
    expect(turn?.parts[2]).not.toHaveProperty('providerState');
  });

  it('restores text that is its own state, sent once', () => {
    const plain = wrapProviderState({ vendor: 'deepseek', kind: 'plain', data: '' });
    const [turn] = decodeContents(
      model({ text: 'Two trains.', thought: true, thoughtSignature: btoa(plain) }),
    );
    expect(turn?.parts).toEqual([
      {
        type: 'reasoning',
        text: 'Two trains.',
        providerState: { vendor: 'deepseek', kind: 'plain', data: 'Two trains.' },
      },
    ]);
  });
});

describe('media and other parts', () => {
  it.each([
    [
      { inlineData: { mimeType: 'image/png', data: 'AA==' } },
      { kind: 'image', source: { by: 'bytes', mediaType: 'image/png', base64: 'AA==' } },
    ],
    [
      { inline_data: { mime_type: 'audio/wav', data: 'AA==', display_name: 'a.wav' } },
      { kind: 'audio', name: 'a.wav' },
    ],
    [
      { fileData: { fileUri: 'https://x.example/a.pdf?x#y' } },
      { kind: 'document', source: { by: 'url', url: 'https://x.example/a.pdf?x#y' } },
    ],
    [{ fileData: { fileUri: 'https://youtu.be/abc' } }, { kind: 'video' }],
    [
      {
        fileData: {
          fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/abc',
          mimeType: 'image/webp',
        },
        mediaResolution: { level: 'MEDIA_RESOLUTION_HIGH' },
      },
      {
        kind: 'image',
        source: {
          by: 'file',
          id: 'https://generativelanguage.googleapis.com/v1beta/files/abc',
          vendor: 'google',
          mediaType: 'image/webp',
        },
        extras: { 'gemini-generate': { mediaResolution: { level: 'MEDIA_RESOLUTION_HIGH' } } },
      },
    ],
    [{ fileData: { fileUri: 'gs://bucket/film.mp4' } }, { kind: 'video', source: { by: 'file' } }],
  ])('%j', (part, media) => {
    expect(decodeContents(user(part))[0]?.parts).toMatchObject([{ type: 'media', ...media }]);
  });

  it('of unknown kinds are kept, and empty ones are omitted', () => {
    const turns = decodeContents(
      user(text('Hi'), {}),
      model({ executableCode: { code: '1' } }, { dream: { deep: true } }),
    );
    expect(turns).toMatchObject([
      { parts: [{ type: 'text' }] },
      {
        parts: [
          { type: 'server', raw: { executableCode: { code: '1' } } },
          { type: 'unknown', raw: { dream: { deep: true } } },
        ],
      },
    ]);
  });
});

describe('options', () => {
  it('are decoded to canonical fields, in either spelling', () => {
    const request = decodeFields({
      generation_config: {
        temperature: 0.7,
        top_p: 0.9,
        top_k: 40,
        candidate_count: 2,
        max_output_tokens: 100,
        stop_sequences: ['END', ''],
        seed: 7,
        presence_penalty: 0.1,
        frequency_penalty: 0.2,
        response_logprobs: true,
        logprobs: 3,
      },
      service_tier: 'FLEX',
      store: false,
      labels: { safety_identifier: 'u_1', team_name: 'a' },
    });
    expect(request).toMatchObject({
      model: 'called',
      sampling: {
        temperature: 0.7,
        topP: 0.9,
        topK: 40,
        seed: 7,
        presencePenalty: 0.1,
        frequencyPenalty: 0.2,
        logprobs: true,
        topLogprobs: 3,
      },
      candidates: 2,
      maxOutputTokens: 100,
      stopSequences: ['END'],
      serviceTier: 'flex',
      store: false,
      user: 'u_1',
      extras: { 'gemini-generate': { labels: { team_name: 'a' } } },
    });
  });

  it.each([
    [{ responseMimeType: 'application/json' }, { type: 'json' }],
    [{ responseMimeType: 'text/plain' }, undefined],
    [
      { responseSchema: { type: 'OBJECT' } },
      { type: 'schema', schema: { type: 'object' }, bound: true },
    ],
    [
      { responseMimeType: 'application/json', responseJsonSchema: { type: 'OBJECT', $id: 'x' } },
      { type: 'schema', schema: { type: 'object', $id: 'x' }, bound: true },
    ],
    [
      { responseFormat: [{ text: { mimeType: 'APPLICATION_JSON', schema: { type: 'array' } } }] },
      { type: 'schema', schema: { type: 'array' }, bound: true },
    ],
  ])('the output format of %j', (generationConfig, outputFormat) => {
    expect(decodeFields({ generationConfig }).outputFormat).toEqual(outputFormat);
  });

  it('keep a response type that no other format has', () => {
    const generationConfig = {
      responseMimeType: 'text/x.enum',
      responseSchema: { type: 'STRING', enum: ['a'] },
    };
    expect(decodeFields({ generationConfig }).extras).toEqual({
      'gemini-generate': { generationConfig },
    });
  });

  it('keep the formats of media beside JSON', () => {
    const image = { image: { aspectRatio: 'ASPECT_RATIO_ONE_BY_ONE' } };
    const responseFormat = [{ text: { mimeType: 'APPLICATION_JSON' } }, image];
    const { outputFormat, extras } = decodeFields({ generationConfig: { responseFormat } });
    expect(outputFormat).toEqual({ type: 'json' });
    expect(extras).toEqual({
      'gemini-generate': { generationConfig: { responseFormat: [image] } },
    });
  });

  it('reads the name of the cache that holds the start of the prompt', () => {
    const stored = { cachedContent: 'cachedContents/abc' };
    expect(decodeFields(stored)).toMatchObject({
      tie: { dialect: 'gemini-generate', param: 'cachedContent', addsPrompt: true },
      extras: { 'gemini-generate': stored },
    });
  });

  it('keep fields that only this format has', () => {
    const own = {
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
      generationConfig: { responseModalities: ['IMAGE'], speechConfig: { languageCode: 'de' } },
      xVendor: { k: 1 },
    };
    expect(decodeFields(own).extras).toEqual({ 'gemini-generate': own });
  });
});

describe('toCamelCase', () => {
  it('renames fields, except in data that is not of this format', () => {
    expect(
      toCamelCase({
        system_instruction: { parts: [{ function_call: { name: 'a_b', args: { my_arg: 1 } } }] },
        tool_config: { function_calling_config: { allowed_function_names: ['x_y'] } },
        labels: { my_label: 'a' },
        tools: [
          { function_declarations: [{ parameters: { properties: { my_arg: {} } } }] },
          { exa_ai_search: { custom_configs: { num_results: 3 } } },
        ],
      }),
    ).toEqual({
      systemInstruction: { parts: [{ functionCall: { name: 'a_b', args: { my_arg: 1 } } }] },
      toolConfig: { functionCallingConfig: { allowedFunctionNames: ['x_y'] } },
      labels: { my_label: 'a' },
      tools: [
        { functionDeclarations: [{ parameters: { properties: { my_arg: {} } } }] },
        { exaAiSearch: { customConfigs: { num_results: 3 } } },
      ],
    });
  });

  it('prefers camel case of two spellings, and never sets a prototype', () => {
    expect(toCamelCase({ top_k: 1, topK: 2 })).toEqual({ topK: 2 });
    const odd = toCamelCase(JSON.parse('{"__proto__":{"a_b":1}}') as object as never);
    expect(Object.getPrototypeOf(odd)).toBe(Object.prototype);
  });
});
