import { describe, expect, it } from 'vitest';
import { encodeGeminiModel, encodeGeminiModelList, readGeminiPage } from './gemini-model-list.ts';

const entries = ['a', 'b', 'fp/c'].map((id) => ({
  id,
  displayName: id,
  ownedBy: 'x',
  createdAt: 0,
}));

describe('readGeminiPage', () => {
  it.each(['0', '-1', 'x', '1.5', ''])('refuses the size %j', (size) => {
    expect(() => readGeminiPage(new URLSearchParams({ pageSize: size }))).toThrow('pageSize');
  });
});

describe('a page of models', () => {
  it.each([
    ['', { size: 50 }],
    ['pageSize=1', { size: 1 }],
    ['pageSize=1000', { size: 1_000 }],
    ['pageSize=1001', { size: 1_000 }],
    ['pageToken=b', { size: 50, after: 'b' }],
    ['pageToken=', { size: 50 }],
  ])('that is requested by %j', (query, page) => {
    expect(readGeminiPage(new URLSearchParams(query))).toEqual(page);
  });

  it('begins after its token and names the last of its models, unless it is the last page', () => {
    const page = encodeGeminiModelList(entries, { size: 1, after: 'a' });
    expect(page).toMatchObject({ models: [{ name: 'models/b' }], nextPageToken: 'b' });
    const last = encodeGeminiModelList(entries, { size: 1, after: 'b' });
    expect(last).toMatchObject({ models: [{ name: 'models/fp/c' }] });
    expect(last).not.toHaveProperty('nextPageToken');
  });

  it('says what is wrong with a size', () => {
    expect(() => readGeminiPage(new URLSearchParams('pageSize=0'))).toThrow(
      expect.objectContaining({
        ...{ code: 'invalid-request', reason: 'invalid_value', param: 'pageSize' },
        message: 'pageSize must be a whole number of at least 1.',
      }),
    );
  });

  it('has every field of a model, and no unknown limit', () => {
    const model = { ...{ id: 'a', displayName: 'A', ownedBy: 'x', createdAt: 0 } };
    const supportedGenerationMethods = ['generateContent', 'streamGenerateContent', 'countTokens'];
    const shown = { name: 'models/a', displayName: 'A', supportedGenerationMethods };
    expect(encodeGeminiModel(model)).toEqual(shown);
    expect(encodeGeminiModel({ ...model, maxInputTokens: 7, maxOutputTokens: 5 })).toEqual({
      ...{ ...shown, inputTokenLimit: 7, outputTokenLimit: 5 },
    });
  });
});

describe('encodeGeminiModelList', () => {
  it('has all names on one page, prefixed as Google writes them', () => {
    const list = encodeGeminiModelList(entries, readGeminiPage(new URLSearchParams()));
    expect(list['models']).toMatchObject([
      { name: 'models/a' },
      { name: 'models/b' },
      { name: 'models/fp/c' },
    ]);
    expect(list).not.toHaveProperty('nextPageToken');
  });

  it('pages through the list with tokens, with each model once', () => {
    const names: unknown[] = [];
    for (let token = '', page = 0; page < 5; page++) {
      const query = new URLSearchParams({ pageSize: '2', pageToken: token });
      const list = encodeGeminiModelList(entries, readGeminiPage(query));
      names.push(...(list['models'] as { name: string }[]).map(({ name }) => name));
      if (list['nextPageToken'] === undefined) break;
      token = list['nextPageToken'] as string;
    }
    expect(names).toEqual(['models/a', 'models/b', 'models/fp/c']);
  });
});
