/** Tests of stored responses; part of the store suite. */
import type { Store } from '@parley/core/store';
import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { sampleResponse } from '../samples/index.ts';

export function describeResponses(open: OpenHarness): void {
  describeAnswersByItem(open);
  describeConversationSums(open);
  describeTrimming(open);
  describe('kept answers', () => {
    it('finds nothing of another key, and nothing that was never kept', async () => {
      const { store } = await open();
      await store.saveResponse(sampleResponse('resp-1'));
      expect(await store.findResponse('key-2', 'resp-1')).toBeUndefined();
      expect(await store.findResponse('key-1', 'resp-2')).toBeUndefined();
      expect(await store.deleteResponse('key-2', 'resp-1')).toBe(false);
    });

    it('finds an answer as it was kept, letter by letter', async () => {
      const { store } = await open();
      const response = sampleResponse('resp-1', { body: '{"a":1.0,"b":"é – 早\\u0000"}' });
      await store.saveResponse(response);
      expect(await store.findResponse('key-1', 'resp-1')).toStrictEqual(response);
    });

    it('replaces an answer with the same id and leaves that of another key alone', async () => {
      const { store } = await open();
      const other = sampleResponse('resp-1', { keyId: 'key-2' });
      await store.saveResponse(other);
      await store.saveResponse(sampleResponse('resp-1'));
      await store.saveResponse(sampleResponse('resp-1', { body: '{}' }));
      expect((await store.findResponse('key-1', 'resp-1'))?.body).toBe('{}');
      expect(await store.findResponse('key-2', 'resp-1')).toStrictEqual(other);
    });

    it('replaces an answer that is kept, and none that was deleted', async () => {
      const { store } = await open();
      const other = sampleResponse('resp-1', { keyId: 'key-2' });
      await store.saveResponse(other);
      const begun = sampleResponse('resp-1', { itemIds: [], pending: '{}', upstream: 'first' });
      const ended = sampleResponse('resp-1', { body: '{}' });
      expect(await store.replaceResponse(begun)).toBe(false);
      expect(await store.findResponse('key-1', 'resp-1')).toBeUndefined();
      await store.saveResponse(begun);
      expect(await store.replaceResponse(ended)).toBe(true);
      expect(await store.findResponse('key-1', 'resp-1')).toStrictEqual(ended);
      expect(await store.findResponsesByItem('key-1', ended.itemIds)).toStrictEqual([ended]);
      expect(await store.listPendingResponses(10)).toStrictEqual([]);
      await store.deleteResponse('key-1', 'resp-1');
      expect(await store.replaceResponse(ended)).toBe(false);
      expect(await store.findResponsesByItem('key-1', ended.itemIds)).toStrictEqual([]);
      expect(await store.findResponse('key-2', 'resp-1')).toStrictEqual(other);
    });

    it('replaces an answer only with the expiry that was seen, when one is given', async () => {
      const { store } = await open();
      const seen = sampleResponse('resp-1', { itemIds: ['a'] });
      const { expiresAt } = seen;
      const other = sampleResponse('resp-1', { keyId: 'key-2' });
      await store.saveResponse(seen);
      await store.saveResponse(other);
      const next = sampleResponse('resp-1', { expiresAt: expiresAt + 1, itemIds: ['b'] });
      expect(await store.replaceResponse(next, expiresAt - 1)).toBe(false);
      expect(await store.findResponse('key-1', 'resp-1')).toStrictEqual(seen);
      expect(await store.findResponsesByItem('key-1', ['b'])).toStrictEqual([]);
      expect(await store.replaceResponse(next, expiresAt)).toBe(true);
      expect(await store.replaceResponse(next, expiresAt)).toBe(false);
      expect(await store.findResponse('key-1', 'resp-1')).toStrictEqual(next);
      expect(await store.findResponse('key-2', 'resp-1')).toStrictEqual(other);
    });

    it('lets one of several requests at a time replace an answer that all have seen', async () => {
      const { store } = await open();
      const seen = sampleResponse('resp-1');
      await store.saveResponse(seen);
      const replaced = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          store.replaceResponse(
            { ...seen, expiresAt: seen.expiresAt + 1 + index, itemIds: [] },
            seen.expiresAt,
          ),
        ),
      );
      expect(replaced.filter(Boolean)).toHaveLength(1);
    });

    it('deletes an answer once', async () => {
      const { store } = await open();
      await store.saveResponse(sampleResponse('resp-1'));
      expect(await store.deleteResponse('key-1', 'resp-1')).toBe(true);
      expect(await store.deleteResponse('key-1', 'resp-1')).toBe(false);
      expect(await store.findResponse('key-1', 'resp-1')).toBeUndefined();
    });

    it('keeps the ids of many items in their order', async () => {
      const { store } = await open();
      const itemIds = Array.from({ length: 200 }, (_, index) => `item-${String(index)}`).reverse();
      await store.saveResponse(sampleResponse('resp-1', { itemIds }));
      expect((await store.findResponse('key-1', 'resp-1'))?.itemIds).toStrictEqual(itemIds);
    });

    it('lists those that an upstream has not finished, the oldest first', async () => {
      const { store } = await open();
      const place = { upstream: 'first', pending: '{"a":1}' };
      const late = sampleResponse('resp-2', { ...place, createdAt: 2_000, keyId: 'key-2' });
      const early = sampleResponse('resp-1', { ...place, createdAt: 1_000 });
      await store.saveResponse(late);
      await store.saveResponse(early);
      await store.saveResponse(sampleResponse('resp-3', { upstream: 'first' }));
      const [first, second] = [early, late].map(({ keyId, id }) => ({ keyId, id }));
      expect(await store.listPendingResponses(10)).toStrictEqual([first, second]);
      expect(await store.listPendingResponses(1)).toStrictEqual([first]);
      expect(await store.findResponse('key-1', 'resp-1')).toStrictEqual(early);
      const { pending: _, ...ended } = early;
      await store.saveResponse(ended);
      expect(await store.findResponse('key-1', 'resp-1')).toStrictEqual(ended);
      expect(await store.listPendingResponses(10)).toStrictEqual([second]);
    });

    it('takes away what has expired when a later answer is kept', async () => {
      const { store } = await open();
      await store.saveResponse(sampleResponse('old', { createdAt: 1_000, expiresAt: 2_000 }));
      await store.saveResponse(sampleResponse('young', { createdAt: 1_500, expiresAt: 2_001 }));
      await store.saveResponse(sampleResponse('new', { createdAt: 2_000, expiresAt: 9_000 }));
      expect(await store.findResponse('key-1', 'old')).toBeUndefined();
      expect(await store.findResponse('key-1', 'young')).toBeDefined();
    });
  });
}

function describeConversationSums(open: OpenHarness): void {
  const conversation = (id: string, conversationLength: number, changes = {}) =>
    sampleResponse(id, { conversationLength, ...changes });

  describe('the sum of conversations', () => {
    it('is nothing for a key that has none, but answers', async () => {
      const { store } = await open();
      await store.saveResponse(sampleResponse('resp-1'));
      await store.saveResponse(conversation('conv-1', 5, { keyId: 'key-2' }));
      expect(await store.sumConversations('key-1', 0)).toStrictEqual({ count: 0, length: 0 });
    });

    it('follows what is added, replaced and deleted', async () => {
      const { store } = await open();
      const seen = conversation('conv-1', 16_000_000);
      await store.saveResponse(seen);
      await store.saveResponse(conversation('conv-2', 20));
      expect(await store.sumConversations('key-1', 0)).toStrictEqual({
        ...{ count: 2, length: 16_000_020 },
      });
      await store.replaceResponse({ ...seen, conversationLength: 7 }, seen.expiresAt);
      expect(await store.sumConversations('key-1', 0)).toStrictEqual({ count: 2, length: 27 });
      await store.deleteResponse('key-1', 'conv-2');
      expect(await store.sumConversations('key-1', 0)).toStrictEqual({ count: 1, length: 7 });
    });

    it('leaves out what has expired', async () => {
      const { store } = await open();
      await store.saveResponse(conversation('conv-1', 1, { createdAt: 1, expiresAt: 2_000 }));
      await store.saveResponse(conversation('conv-2', 20, { createdAt: 1, expiresAt: 2_001 }));
      expect(await store.sumConversations('key-1', 2_000)).toStrictEqual({ count: 1, length: 20 });
    });
  });
}

function describeTrimming(open: OpenHarness): void {
  const ended = (id: string, createdAt: number, changes = {}) =>
    sampleResponse(id, { createdAt, responseLength: 10, ...changes });
  const found = async (store: Store, ids: readonly string[], keyId = 'key-1') => {
    const all = await Promise.all(ids.map((id) => store.findResponse(keyId, id)));
    return all.flatMap((response) => response?.id ?? []);
  };

  describe('the trimming of responses', () => {
    const ids = ['r-1', 'r-2', 'r-3', 'r-4'];

    it.each([
      [{ count: 4, length: 40 }, 0, ids],
      [{ count: 2, length: 1_000 }, 2, ['r-3', 'r-4']],
      [{ count: 1_000, length: 39 }, 1, ['r-2', 'r-3', 'r-4']],
      [{ count: 1_000, length: 0 }, 4, []],
      [{ count: 0, length: 1_000 }, 4, []],
    ])('keeps the newest within %j', async (most, deleted, kept) => {
      const { store } = await open();
      for (const [index, id] of ids.entries()) await store.saveResponse(ended(id, 1_000 + index));
      expect(await store.trimResponses('key-1', most)).toBe(deleted);
      expect(await found(store, ids)).toStrictEqual(kept);
    });

    it('leaves those of other keys, conversations, and what has not ended', async () => {
      const { store } = await open();
      await store.saveResponse(ended('r-1', 1_000, { keyId: 'key-2' }));
      await store.saveResponse(sampleResponse('conv-1', { conversationLength: 10 }));
      await store.saveResponse(sampleResponse('resp-1', { pending: '{}' }));
      expect(await store.trimResponses('key-1', { count: 0, length: 0 })).toBe(0);
      expect(await found(store, ['conv-1', 'resp-1'])).toHaveLength(2);
      expect(await found(store, ['r-1'], 'key-2')).toHaveLength(1);
    });

    it('is of the length that a response has when it has ended', async () => {
      const { store } = await open();
      const { responseLength: _, ...begun } = ended('r-1', 1_000, { pending: '{}' });
      await store.saveResponse(begun);
      await store.replaceResponse(ended('r-1', 1_000, { responseLength: 16_000_000 }));
      expect(await store.trimResponses('key-1', { count: 9, length: 16_000_000 })).toBe(0);
      expect(await store.trimResponses('key-1', { count: 9, length: 15_999_999 })).toBe(1);
    });
  });
}

function describeAnswersByItem(open: OpenHarness): void {
  describe('kept answers that hold an item', () => {
    it('are none for no item, an unknown one, and one of another key', async () => {
      const { store } = await open();
      await store.saveResponse(sampleResponse('resp-1'));
      expect(await store.findResponsesByItem('key-1', [])).toStrictEqual([]);
      expect(await store.findResponsesByItem('key-1', ['resp-%', '\0'])).toStrictEqual([]);
      expect(await store.findResponsesByItem('key-2', ['resp-1-item'])).toStrictEqual([]);
    });

    it('come newest first and once each, however many items lead to them', async () => {
      const { store } = await open();
      const first = sampleResponse('resp-1', { createdAt: 1, itemIds: ['a', 'b'] });
      const second = sampleResponse('resp-2', { createdAt: 2, itemIds: ['b', 'b', 'c'] });
      const third = sampleResponse('resp-3', { createdAt: 3, itemIds: ['d'] });
      for (const response of [second, third, first]) await store.saveResponse(response);
      expect(await store.findResponsesByItem('key-1', ['a', 'b', 'c'])).toStrictEqual([
        second,
        first,
      ]);
      const asked = Array.from({ length: 2_000 }, (_, index) => `none-${String(index)}`);
      expect(await store.findResponsesByItem('key-1', [...asked, 'd'])).toStrictEqual([third]);
    });

    it('are those that hold it now, not those that were replaced or deleted', async () => {
      const { store } = await open();
      await store.saveResponse(sampleResponse('resp-1', { itemIds: ['old'] }));
      await store.saveResponse(sampleResponse('resp-1', { itemIds: ['new'] }));
      expect(await store.findResponsesByItem('key-1', ['old'])).toStrictEqual([]);
      expect(await store.findResponsesByItem('key-1', ['new'])).toHaveLength(1);
      await store.deleteResponse('key-1', 'resp-1');
      expect(await store.findResponsesByItem('key-1', ['new'])).toStrictEqual([]);
      await store.saveResponse(sampleResponse('resp-1', { itemIds: [] }));
      expect(await store.findResponsesByItem('key-1', ['new'])).toStrictEqual([]);
    });
  });
}
