import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { resolveCallName } from '../../models/routing/call-name.ts';
import { encodeModelEntry, encodeModelList, readModelPage } from './model-list.ts';
import {
  describeModel,
  listModelEntries,
  type ModelEntry,
} from '../../models/routing/usable-names.ts';
import { createSnapshot } from '../../models/routing/snapshot.ts';

function arrange(models: readonly string[], fingerprint?: string) {
  const snapshot = createSnapshot(
    configurationSchema.parse({
      upstreams: { own: { provider: 'openai-compatible', base_url: 'http://a/v1', models } },
      groups: { g: fingerprint === undefined ? {} : { fingerprint } },
    }),
  );
  const group = snapshot.groups.get('g');
  if (group === undefined) throw new Error('There is no group.');
  return { groups: [group], key: {}, account: {} } as const;
}

function idsOf(models: readonly string[], aliases: boolean, fingerprint?: string) {
  const scope = arrange(models, fingerprint);
  return listModelEntries(scope, { aliases }).map(({ id }) => id);
}

describe('listModelEntries', () => {
  it('lists call names, and the same behind the fingerprint', () => {
    expect(idsOf(['b', 'a'], false)).toEqual(['a', 'b', 'own/a', 'own/b']);
    expect(idsOf(['a'], false, 'fp')).toEqual(['a', 'fp/a', 'fp/own/a', 'own/a']);
  });

  it('adds aliases on request, except for names that a model picker shows anyway', () => {
    expect(idsOf(['a', 'claude-x'], true)).toEqual([
      'a',
      'anthropic/a',
      'anthropic/own/a',
      'anthropic/own/claude-x',
      'claude-x',
      'own/a',
      'own/claude-x',
    ]);
    expect(idsOf(['a'], true, 'fp')).toContain('anthropic/fp/a');
  });

  it('lists each id once, and only ids that resolve to the listed model', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'fp', 'own', '/', 'anthropic', 'claude', '[1m]'),
      minLength: 1,
      maxLength: 5,
    });
    const fingerprint = fc.option(fc.constantFrom('fp', 'anthropic', 'a'), { nil: undefined });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 8 }), fingerprint, (models, prefix) => {
        const scope = arrange(models, prefix);
        const entries = listModelEntries(scope, { aliases: true });
        const ids = entries.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toEqual(ids.toSorted());
        for (const entry of entries) {
          const { route } = resolveCallName(scope, entry.id);
          expect(entry.displayName.startsWith(route.displayName)).toBe(true);
          expect(describeModel(scope, entry.id)).toEqual(entry);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('describeModel', () => {
  it('rejects a name that does not resolve', () => {
    const scope = arrange(['a']);
    expect(() => describeModel(scope, 'b')).toThrow('does not exist');
  });

  it('returns the requested name', () => {
    const scope = arrange(['a'], 'fp');
    expect(describeModel(scope, 'FP/a')).toMatchObject({
      id: 'FP/a',
      displayName: 'a (fp)',
    });
  });
});

const entry = (id: string): ModelEntry => ({ id, displayName: id, ownedBy: 'own', createdAt: 0 });
const entries = ['a', 'b', 'c', 'd', 'e'].map(entry);

function pageOf(query: string) {
  const { data, ...rest } = encodeModelList(entries, readModelPage(new URLSearchParams(query)));
  const ids = Array.isArray(data) ? data.map((model) => (model as { id: string }).id).join('') : '';
  return { ids, more: rest['has_more'] };
}

describe('readModelPage', () => {
  it.each(['0', '-1', '1.5', 'x', '', '1e3', '99999999999'])('refuses the limit %j', (limit) => {
    expect(() => readModelPage(new URLSearchParams({ limit }))).toThrow('limit');
  });

  it('says what is wrong with a limit', () => {
    expect(() => readModelPage(new URLSearchParams('limit=0'))).toThrow(
      expect.objectContaining({
        ...{ code: 'invalid-request', reason: 'invalid_value', param: 'limit' },
        message: 'The limit must be a whole number from 1 to 1000.',
      }),
    );
  });

  it('reduces high limits to the maximum', () => {
    expect(readModelPage(new URLSearchParams('limit=1000'))).toEqual({ limit: 1_000 });
    expect(readModelPage(new URLSearchParams('limit=1001'))).toEqual({ limit: 1_000 });
    expect(readModelPage(new URLSearchParams('limit=1'))).toEqual({ limit: 1 });
    expect(readModelPage(new URLSearchParams('limit=5000'))).toEqual({ limit: 1_000 });
  });
});

describe('encodeModelList', () => {
  it.each([
    ['', 'abcde', false],
    ['limit=2', 'ab', true],
    ['limit=5', 'abcde', false],
    ['limit=2&after_id=b', 'cd', true],
    ['limit=2&after_id=c', 'de', false],
    ['after_id=bb', 'cde', false],
    ['after_id=z', '', false],
    ['limit=2&before_id=e', 'cd', true],
    ['before_id=c', 'ab', false],
    ['after_id=a&before_id=e&limit=2', 'bc', true],
  ])('answers %j', (query, ids, more) => {
    expect(pageOf(query)).toEqual({ ids, more });
  });

  it('has the first and the last id of its page', () => {
    const page = encodeModelList(entries, { limit: 2, afterId: 'a' });
    expect(page).toMatchObject({ first_id: 'b', last_id: 'c' });
  });

  it('has no limits of a model that are unknown', () => {
    expect(encodeModelEntry(entry('a'))).toMatchObject({
      ...{ max_input_tokens: null, max_tokens: null, created_at: '1970-01-01T00:00:00Z' },
    });
  });

  it('has no first and last id when it is empty', () => {
    expect(encodeModelList([])).toEqual({
      object: 'list',
      data: [],
      has_more: false,
      first_id: null,
      last_id: null,
    });
  });
});

describe('encodeModelEntry', () => {
  it('has every field of both dialects', () => {
    const model = {
      ...entry('a'),
      createdAt: 1_767_225_600,
      maxInputTokens: 200_000,
      maxOutputTokens: 64_000,
    };
    expect(encodeModelEntry(model)).toEqual({
      id: 'a',
      object: 'model',
      created: 1_767_225_600,
      owned_by: 'own',
      type: 'model',
      display_name: 'a',
      created_at: '2026-01-01T00:00:00Z',
      capabilities: null,
      lifecycle: 'active',
      line: null,
      max_input_tokens: 200_000,
      max_tokens: 64_000,
      deprecated_at: null,
      retires_at: null,
    });
  });

  it.each([true, false])(
    'says whether images are accepted (%s), if that is known',
    (acceptsImages) => {
      const encoded = encodeModelEntry({ ...entry('a'), acceptsImages });
      expect(encoded).toMatchObject({ parley: { accepts_images: acceptsImages } });
    },
  );
});
