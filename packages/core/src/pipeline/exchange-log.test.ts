// The line that the log has of each request, from which operators count and bill.
import { answerWith, failWith } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { plainPrices } from '../testing/format-clients.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import { callName, chatRequest, type TestGateway } from '../testing/test-gateway.ts';

function lineOf({ log }: TestGateway): Record<string, unknown> {
  const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
  const found = lines.filter(({ message }) => message === 'exchange');
  expect(found).toHaveLength(1);
  return found[0] ?? {};
}

describe('the line of a request', () => {
  it('that is answered says who asked for what, who answered, and what it cost', async () => {
    let time = 1_000;
    const clock = { now: () => time, monotonic: () => time };
    const running = await openTestGateway({ configuration: plainPrices, options: { clock } });
    const usage = { input: 7, output: 5 };
    running.upstream.script((request) => {
      time += 40.4;
      const script = answerWith({ text: 'Fine.', usage });
      return typeof script === 'function' ? script(request) : script;
    });
    const response = await running.post('/v1/chat/completions', chatRequest);
    const line = lineOf(running);
    expect(line).toMatchObject({
      ...{ level: 'info', request_id: response.headers.get('x-request-id') },
      ...{ key_id: 'key_1', account_id: 'default', group: 'default' },
      ...{ endpoint: '/v1/chat/completions', model: callName, stream: false },
      ...{ upstream: 'up0', upstream_model: 'scripted-model', attempts: 1 },
      ...{ status: 200, outcome: 'completed', duration_ms: 40, first_byte_ms: 40 },
      ...{ usage, charged_nano_usd: 17_000, pricing: 'priced', notes: 0 },
    });
    expect(line).not.toHaveProperty('error_code');
  });

  it('that fails has its error, as a warning where the server is at fault', async () => {
    const failed = await openTestGateway();
    failed.upstream.script(failWith(401));
    await failed.post('/v1/chat/completions', { ...chatRequest, stream: true });
    expect(lineOf(failed)).toMatchObject({
      ...{ level: 'warn', status: 502, outcome: 'failed', stream: true, attempts: 1 },
      error_code: 'upstream-unavailable',
    });
    const unknown = await openTestGateway();
    await unknown.post('/v1/chat/completions', { ...chatRequest, model: 'nope' });
    const line = lineOf(unknown);
    expect(line).toMatchObject({
      ...{ level: 'info', status: 404, outcome: 'failed', model: 'nope', attempts: 0 },
      ...{ error_code: 'not-found', error_reason: 'model_not_found' },
    });
    expect(line).not.toHaveProperty('upstream');
  });

  it('without a key names none', async () => {
    const running = await openTestGateway();
    const headers = { authorization: 'Bearer of-another-kind' };
    await running.post('/v1/chat/completions', chatRequest, { headers });
    const line = lineOf(running);
    expect(line).toMatchObject({ status: 401, error_reason: 'invalid_api_key' });
    expect(line).not.toHaveProperty('key_id');
    expect(line).not.toHaveProperty('group');
  });

  it('is not built where its level is not written', async () => {
    const lines: string[] = [];
    const log = Object.assign(
      (_: string, message: string) => {
        lines.push(message);
      },
      { isWritten: (level: string) => level === 'warn' },
    );
    const running = await openTestGateway({ options: { log } });
    await running.post('/v1/chat/completions', chatRequest);
    expect(lines).toEqual([]);
    running.upstream.script(failWith(401));
    await running.post('/v1/chat/completions', chatRequest);
    expect(lines).toContain('exchange');
  });
});
