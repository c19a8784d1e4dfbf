import { describe, expect, it } from 'vitest';
import type { OpenHarness } from '../harness.ts';
import { sampleResponse } from '../samples.ts';

export function describeResponses(open: OpenHarness): void {
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

    it('deletes an answer once', async () => {
      const { store } = await open();
      await store.saveResponse(sampleResponse('resp-1'));
      expect(await store.deleteResponse('key-1', 'resp-1')).toBe(true);
      expect(await store.deleteResponse('key-1', 'resp-1')).toBe(false);
      expect(await store.findResponse('key-1', 'resp-1')).toBeUndefined();
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
