import { codecOf, GatewayError, type DialectId } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { respondError } from './error-response.ts';

const respond = (dialect: DialectId, reason: string) =>
  respondError(codecOf(dialect), new GatewayError('unsupported', 'No.', { reason }), 'req_1');

describe('an error of HTTP itself', () => {
  it.each([
    ['method_not_allowed', 405],
    ['unsupported_media_type', 415],
  ])('%s has the same status in the head and in the envelope of Google', async (reason, status) => {
    const response = respond('gemini-generate', reason);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code: status } });
  });

  it('keeps the error codes of the other dialects', async () => {
    const response = respond('openai-chat', 'method_not_allowed');
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
  });
});
