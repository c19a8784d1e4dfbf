/** Sample stored responses. */
import type { StoredResponse } from '@parley/core/store';
import { sampleTime } from './time.ts';

/** A stored response that is kept for one day. */
export function sampleResponse(id: string, changes: Partial<StoredResponse> = {}): StoredResponse {
  return {
    id,
    keyId: 'key-1',
    createdAt: sampleTime,
    expiresAt: sampleTime + 86_400_000,
    input: '[{"role":"user","content":"Hi"}]',
    body: '{"id":"resp-1","output":[]}',
    itemIds: [`${id}-item`],
    ...changes,
  };
}
