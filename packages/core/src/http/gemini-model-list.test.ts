import { describe, expect, it } from 'vitest';
import { encodeGeminiModelList, readGeminiPage } from './gemini-model-list.ts';

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
