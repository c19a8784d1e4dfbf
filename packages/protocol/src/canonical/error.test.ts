import { describe, expect, it } from 'vitest';
import { GatewayError } from './error.ts';

describe('GatewayError.from', () => {
  it.each([new TypeError('connect ECONNREFUSED 10.0.0.7'), 'secret', undefined, null])(
    'keeps the text of %s for the log and shows nothing of it',
    (thrown) => {
      const error = GatewayError.from(thrown);
      expect(error.code).toBe('internal');
      expect(error.message).toBe('The gateway encountered an unexpected error.');
      expect(error.cause).toBe(thrown);
    },
  );

  it('passes a GatewayError through', () => {
    const error = new GatewayError('not-found', 'No such model.', { param: 'model' });
    expect(GatewayError.from(error)).toBe(error);
    expect(error).toMatchObject({ name: 'GatewayError', param: 'model' });
    expect(error.cause).toBeUndefined();
  });
});
