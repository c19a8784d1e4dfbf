// What fails outside of an exchange, and hosts that send responses on a sink of their own.
import { GatewayError } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import type { GatewayExtension } from '../context.ts';
import type { ReplySink } from '../ports.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import { chatRequest } from '../testing/test-gateway.ts';

const failing = (thrown: Error) => (): GatewayExtension => ({
  fetch: () => Promise.reject(thrown),
});

describe('an extension that fails', () => {
  it.each([
    [new Error('at 10.0.0.1'), 500],
    [new GatewayError('overloaded', 'Later.'), 503],
  ])(
    'with %s is an error of the gateway, which is logged when it is its own',
    async (thrown, status) => {
      const { gateway, log } = await openTestGateway({
        options: { extensions: [failing(thrown)] },
      });
      const response = await gateway.fetch(new Request('http://parley.test/elsewhere'));
      expect(response.status).toBe(status);
      const text = await response.text();
      expect(JSON.parse(text)).toHaveProperty('error.message');
      expect(text).not.toContain('10.0.0.1');
      expect(response.headers.get('x-request-id')).toMatch(/^req_/);
      expect(log.join('\n').includes('A request failed unexpectedly.')).toBe(status === 500);
    },
  );
});

it('a stream that was written to the sink of the host has an empty response', async () => {
  const { gateway, secret } = await openTestGateway();
  let text = '';
  const sink: ReplySink = {
    open: () => undefined,
    write: (piece) => {
      text += piece;
      return undefined;
    },
    end: () => undefined,
    onClose: () => undefined,
  };
  const request = new Request('http://parley.test/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify({ ...chatRequest, stream: true }),
  });
  const response = await gateway.fetch(request, { sink });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
  expect(text).toContain('data: [DONE]');
});
