import type { JsonValue } from '@parley/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readModelEntries } from './model-entries.ts';

const names = (body: unknown) => readModelEntries(body as JsonValue)?.map(({ name }) => name);

describe('readModelEntries', () => {
  it.each([undefined, null, 1, 'models', {}, { data: {} }, { data: null, error: 'x' }])(
    'sees no list in %j',
    (body) => {
      expect(readModelEntries(body as JsonValue)).toBeUndefined();
    },
  );

  it('omits unsafe names', () => {
    const ids = ['a\nb', '', 'x'.repeat(257), '\ud800', 'a\u202eb', 7, null, 'fine'];
    expect(names({ data: [...ids.map((id) => ({ id })), null, 'bare', []] })).toEqual(['fine']);
  });

  it('stops at two thousand models and names each once', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => ({ id: `m${String(index)}` }));
    expect(names({ data: many })).toHaveLength(2_000);
    expect(names({ data: [{ id: 'a' }, { id: 'a' }] })).toEqual(['a']);
  });

  it('reads the forms that vendors use', () => {
    expect(names([{ id: 'a' }])).toEqual(['a']);
    expect(names({ models: [{ name: 'b' }] })).toEqual(['b']);
    expect(readModelEntries({ data: [{ id: 'models/g' }] }, 'models/')).toEqual([{ name: 'g' }]);
  });

  it('reads limits and dates, and ignores invalid ones', () => {
    const data = [
      { id: 'a', context_length: 8_192, max_completion_tokens: 1_024, created: 1_700_000_000 },
      { id: 'b', max_input_tokens: 200_000, max_tokens: 64_000 },
      { id: 'c', context_window: -1, max_output_tokens: '9', created: 1e300, max_model_len: 4_096 },
    ];
    expect(readModelEntries({ data })).toEqual([
      { name: 'a', maxInputTokens: 8_192, maxOutputTokens: 1_024, createdAt: 1_700_000_000 },
      { name: 'b', maxInputTokens: 200_000, maxOutputTokens: 64_000 },
      { name: 'c', maxInputTokens: 4_096 },
    ]);
  });

  it.each<[object, boolean | undefined]>([
    [{ architecture: { modality: 'text+image->text', input_modalities: ['text', 'image'] } }, true],
    [{ architecture: { input_modalities: ['text', 'file'] } }, false],
    [{ input_modalities: ['text'] }, false],
    [{ supports_image_input: true }, true],
    [{ capabilities: { vision: false, completion_chat: true } }, false],
    [{ capabilities: { image_input: { supported: true } } }, true],
    [{ parley: { accepts_images: true } }, true],
    [{ parley: { accepts_images: null }, capabilities: null, architecture: [] }, undefined],
    [{ supports_image_input: 'yes', input_modalities: 'image' }, undefined],
    [{}, undefined],
  ])('reads from %j whether images are accepted', (fields, acceptsImages) => {
    expect(readModelEntries({ data: [{ id: 'a', ...fields }] })).toEqual([
      { name: 'a', ...(acceptsImages !== undefined && { acceptsImages }) },
    ]);
  });

  it('reads Google’s list, without the models that neither generate nor embed', () => {
    const google = (id: string, ...methods: string[]) => ({
      name: `models/${id}`,
      version: '001',
      inputTokenLimit: 1_048_576,
      outputTokenLimit: 65_536,
      supportedGenerationMethods: methods,
    });
    const models = [
      google('gemini-3.8-flash', 'generateContent', 'countTokens', 'createCachedContent'),
      google('live', 'bidiGenerateContent'),
      google('picture', 'predict'),
      google('none'),
      google('gemini-embedding', 'embedContent', 'asyncBatchEmbedContent'),
      { name: 'models/silent' },
    ];
    const limits = { maxInputTokens: 1_048_576, maxOutputTokens: 65_536 };
    expect(readModelEntries({ models, nextPageToken: 'x' }, 'models/')).toEqual([
      { name: 'gemini-3.8-flash', ...limits },
      { name: 'gemini-embedding', ...limits },
      { name: 'silent' },
    ]);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const models = readModelEntries({ data: [body] }) ?? [];
        for (const { name } of models) expect(name).toMatch(/^[^\p{C}]{1,256}$/u);
        readModelEntries(body);
      }),
    );
  });
});
