// The line that the log has of each request, from which operators count and bill.
import { readFileSync } from 'node:fs';
import { answerWith, failWith, holdHead, reshape } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { plainPrices } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import {
  callName,
  chatRequest,
  type TestGateway,
  type TestGatewaySettings,
} from '../../testing/test-gateway.ts';
import type { LogFields } from '../../ports.ts';

function lineOf({ log }: TestGateway): Record<string, unknown> {
  const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
  const found = lines.filter(({ message }) => message === 'exchange');
  expect(found).toHaveLength(1);
  return found[0] ?? {};
}

/** A gateway whose debug lines are collected. */
async function openDebugged(settings: TestGatewaySettings) {
  const lines: Record<string, unknown>[] = [];
  const write = (level: string, message: string, fields?: LogFields): void => {
    if (level === 'debug') lines.push({ message, ...fields });
  };
  const log = Object.assign(write, { debug: () => undefined });
  const { options, ...others } = settings;
  const testGateway = await openTestGateway({ ...others, options: { ...options, log } });
  return { ...testGateway, lines };
}

describe('the debug lines of a request', () => {
  it('say what was reserved, which targets were tried and how they answered', async () => {
    const { post, upstreams, lines } = await openDebugged({
      ...{ formats: ['chat', 'messages'], configuration: plainPrices },
      key: { limits: { quota: { nanoUsd: 1_000_000_000, reset: 'none' } } },
    });
    upstreams[0]?.script(failWith(503));
    upstreams[1]?.script(answerWith({ text: 'Fine.', usage: { input: 7, output: 5 } }));
    const response = await post('/v1/chat/completions', chatRequest);
    await response.text();
    const id = { request_id: response.headers.get('x-request-id') };
    const attempt = { message: 'An attempt begins.', ...id, model: 'scripted-model' };
    const head = { message: 'The upstream responds.', ...id };
    expect(lines).toMatchObject([
      {
        ...{ message: 'The targets of a request were found.', ...id, model: callName },
        ...{ group: 'default', targets: 'up0/scripted-model, up1/scripted-model' },
      },
      { message: 'Quota is being reserved, which may wait.', ...id },
      { message: 'Quota was reserved.', ...id },
      { ...attempt, attempt: 1, upstream: 'up0', inbound: 'openai-chat', outbound: 'openai-chat' },
      { ...head, attempt: 1, upstream: 'up0', status: 503 },
      {
        ...{ message: 'The step after a failed attempt was chosen.', ...id, attempt: 1 },
        ...{ step: 'next-target', error_code: 'overloaded' },
      },
      { ...attempt, attempt: 2, upstream: 'up1', outbound: 'anthropic-messages' },
      { ...head, attempt: 2, upstream: 'up1', status: 200 },
      { message: 'The response begins.', ...id, kind: 'whole' },
      {
        ...{ message: 'A request was settled.', ...id, is_recorded: true },
        ...{ charged_nano_usd: 17_000, waiting_settlements: 0 },
      },
    ]);
  });

  it('say when the response begins before the reply', async () => {
    const limits = { keepAliveMs: 20 };
    const { post, upstream, lines } = await openDebugged({ options: { limits } });
    upstream.script(reshape(answerWith({ text: 'At last.' }), holdHead));
    const response = await post('/v1/chat/completions', { ...chatRequest, stream: true });
    await upstream.whenHeld();
    upstream.release();
    await response.text();
    expect(lines).toContainEqual({
      message: 'The response begins before the reply.',
      request_id: response.headers.get('x-request-id'),
    });
  });

  it('say that a count of tokens was not recorded', async () => {
    const { post, lines } = await openDebugged({ formats: ['messages'] });
    await post('/v1/messages/count_tokens', chatRequest);
    expect(lines.at(-1)).toMatchObject({ message: 'A request was settled.', is_recorded: false });
  });
});

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

describe('the fields of these lines', () => {
  it('are described on the page of the command line', async () => {
    const fields = new Set<string>();
    const write = (_level: string, _message: string, written: LogFields = {}): void => {
      for (const [name, value] of Object.entries(written)) {
        if (value !== undefined) fields.add(name);
      }
    };
    const log = Object.assign(write, { debug: () => undefined });
    const { post, upstreams } = await openTestGateway({
      ...{ formats: ['chat', 'messages'], configuration: plainPrices, options: { log } },
    });
    upstreams[0]?.script(failWith(503));
    upstreams[1]?.script(answerWith({ text: 'Fine.', usage: { input: 7, output: 5 } }));
    await (await post('/v1/chat/completions', chatRequest)).text();
    const page = readFileSync(new URL('../../../../../docs/cli.md', import.meta.url), 'utf8');
    const [, section = ''] = /\n## Log\n(.*?)\n## /s.exec(page) ?? [];
    expect(fields).toContain('error_code');
    expect([...fields].filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });
});
