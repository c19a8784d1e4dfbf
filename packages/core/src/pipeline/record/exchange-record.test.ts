import {
  answerWith,
  failWith,
  holdRefusedPort,
  reshape,
  stallAfter,
  truncate,
} from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import type { ExchangeRecord } from '../../store/index.ts';
import type { ExchangeSummary } from './exchange-summary.ts';
import { plainPrices } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { chatRequest, credential, type TestGateway } from '../../testing/test-gateway.ts';
import type { TestGatewaySettings } from '../../testing/test-gateway.ts';

const path = '/v1/chat/completions';
const question = { ...chatRequest, stream: true };

async function arrange(settings: TestGatewaySettings = {}): Promise<TestGateway> {
  const testGateway = await openTestGateway({ configuration: plainPrices, ...settings });
  return testGateway;
}

/** The record of the only exchange, with its times checked to be in order. */
async function recordOf({ store }: TestGateway): Promise<ExchangeRecord> {
  await expect.poll(() => store.exchanges.length).toBe(1);
  const [record] = store.exchanges;
  if (record === undefined) throw new Error('There is no exchange.');
  const { authenticatedMs = NaN, admittedMs = Infinity, attemptRecords, durationMs } = record;
  expect(attemptRecords).toHaveLength(record.attempts);
  let earlier = Math.min(authenticatedMs, admittedMs);
  for (const { startedMs, firstByteMs = startedMs, endedMs } of attemptRecords) {
    const times = [earlier, startedMs, firstByteMs, endedMs, durationMs];
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times.filter((time) => !Number.isInteger(time))).toEqual([]);
    earlier = endedMs;
  }
  return record;
}

const place = { upstreamModel: 'scripted-model', outbound: 'openai-chat' } as const;
const nothing = { listNanoUsd: 0, chargedNanoUsd: 0 };

describe('the group in a record', () => {
  it('is the first one of the key where the model is in none', async () => {
    const running = await arrange({
      groups: { first: {}, second: {} },
      key: { groups: ['first', 'second'] },
    });
    await running.post(path, { ...chatRequest, model: 'nobody' });
    expect((await recordOf(running)).group).toBe('first');
  });
});

describe('the texts in a record', () => {
  const misplaced = `sk-parley-${'A1b2C3d4'.repeat(6)}x`;

  it.each([
    ['the model', { model: misplaced }],
    ['the name of a field', { [misplaced]: 1 }],
  ])('mask a key that a client wrote as %s', async (_place, fields) => {
    const running = await arrange({ formats: ['messages'] });
    running.upstream.script(answerWith({ text: 'Fine.' }));
    await running.post(path, { ...chatRequest, ...fields });
    const record = JSON.stringify(await recordOf(running));
    expect(record).toContain('[redacted]');
    expect(record).not.toContain('A1b2C3d4');
  });

  it('mask a key that a client wrote as the model of an upstream without a list', async () => {
    const ended: ExchangeSummary[] = [];
    const extensions = [
      () => ({ onEnded: (summary: ExchangeSummary) => void ended.push(summary) }),
    ];
    const running = await arrange({ upstream: { models: undefined }, options: { extensions } });
    running.upstream.script(failWith(503));
    await running.post(path, { ...chatRequest, model: `up0/${misplaced}` });
    const record = await recordOf(running);
    expect(record).toMatchObject({ callName: 'up0/[redacted]', upstreamModel: '[redacted]' });
    const [{ callName, attempts }] = ended as [ExchangeSummary];
    const told = JSON.stringify([record, callName, attempts]);
    expect(told).toContain('up0/[redacted]');
    expect(told).not.toContain('A1b2C3d4');
  });
});

describe('the attempts in a record', () => {
  it('end when they fail, also where no connection was opened', async () => {
    let time = 1_000;
    const clock = { now: () => time, monotonic: () => time };
    const running = await arrange({ formats: ['chat', 'chat'], options: { clock } });
    running.upstreams[0]?.script(() => ({ type: 'raw', steps: [{ step: 'reset' }] }));
    running.upstreams[1]?.script((request) => {
      time += 40;
      return answerWith({ text: 'Fine.' })(request);
    });
    await running.post(path, chatRequest);
    const { attemptRecords } = await recordOf(running);
    expect(attemptRecords.map(({ endedMs }) => endedMs)).toEqual([0, 40]);
  });

  it('contain each upstream that failed, and the one that replied', async () => {
    const running = await arrange({ formats: ['chat', 'messages'] });
    running.upstreams[0]?.script(failWith(503, { message: `Busy, ${credential}` }));
    await running.post(path, chatRequest);
    const { attemptRecords, chargedNanoUsd, usage } = await recordOf(running);
    const [failed, answered] = attemptRecords;
    expect(failed).toMatchObject({
      ...{ ...place, ...nothing, number: 1, upstream: 'up0', status: 503 },
      ...{ errorCode: 'overloaded', message: 'Busy, [redacted]' },
    });
    expect(failed).not.toHaveProperty('usage');
    expect(failed).not.toHaveProperty('pricing');
    expect(answered).toMatchObject({
      ...{ ...place, outbound: 'anthropic-messages', number: 2, upstream: 'up1', status: 200 },
      ...{ usage, chargedNanoUsd, listNanoUsd: chargedNanoUsd, pricing: 'priced' },
    });
    expect(answered?.firstByteMs).toBeDefined();
    expect(answered).not.toHaveProperty('errorCode');
    expect(chargedNanoUsd).toBeGreaterThan(0);
  });

  it('have no status without a response', async () => {
    const refused = await holdRefusedPort();
    const running = await arrange({ upstream: { base_url: `${refused.url}/v1` } });
    await running.post(path, chatRequest);
    const { attemptRecords, errorReason, errorMessage } = await recordOf(running);
    await refused.close();
    const failure = { reason: errorReason, message: errorMessage };
    expect(failure).toMatchObject({ reason: 'upstream_unreachable' });
    expect(attemptRecords).toMatchObject([
      { number: 1, ...failure },
      { number: 2, ...failure },
    ]);
    for (const attempt of attemptRecords) expect(attempt).not.toHaveProperty('status');
    expect(JSON.stringify(attemptRecords)).not.toContain('127.0.0.1');
  });

  it('contain the outcome of a retry at the same upstream', async () => {
    const running = await arrange();
    running.upstream.next(failWith(500));
    await running.post(path, chatRequest);
    const { attemptRecords, outcome } = await recordOf(running);
    expect(outcome).toBe('completed');
    expect(attemptRecords).toMatchObject([
      { number: 1, upstream: 'up0', status: 500 },
      { number: 2, upstream: 'up0', status: 200 },
    ]);
  });

  it('record that a stream broke off, with its usage', async () => {
    const running = await arrange();
    running.upstream.script(
      reshape(answerWith({ text: ['One', ' two'] }), (answer) =>
        truncate(answer, { frames: 2, by: 'fin' }),
      ),
    );
    await (await running.post(path, question)).text();
    const { attemptRecords, errorCode, chargedNanoUsd } = await recordOf(running);
    expect(attemptRecords).toMatchObject([
      { status: 200, errorCode, chargedNanoUsd, usage: { estimated: true } },
    ]);
    expect(errorCode).toBe('upstream-unavailable');
  });

  it('record that the client disconnected in the middle of a stream', async () => {
    const running = await arrange();
    running.upstream.script(
      reshape(answerWith({ text: ['One', ' two'] }), (answer) => stallAfter(answer, 2)),
    );
    const reader = (await running.post(path, question)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const { attemptRecords } = await recordOf(running);
    expect(attemptRecords).toMatchObject([
      {
        status: 200,
        errorCode: 'canceled',
        message: 'The client disconnected.',
        pricing: 'priced',
      },
    ]);
  });

  it('record that the client disconnected before the response', async () => {
    const running = await arrange();
    running.upstream.script(
      reshape(answerWith({}), (answer) => ({ ...answer, before: [{ step: 'stall' }] })),
    );
    const leaving = new AbortController();
    const asking = running.post(path, question, { signal: leaving.signal });
    await running.upstream.nextRequest();
    leaving.abort();
    await asking.catch(() => undefined);
    const { attemptRecords } = await recordOf(running);
    expect(attemptRecords).toMatchObject([
      { number: 1, errorCode: 'canceled', usage: { output: 0, estimated: true } },
    ]);
    expect(attemptRecords[0]).not.toHaveProperty('firstByteMs');
    expect(attemptRecords[0]).not.toHaveProperty('status');
  });

  it('keep at most five hundred characters of an upstream message, and split none', async () => {
    const running = await arrange();
    running.upstream.script(failWith(400, { message: `${'x'.repeat(499)}🦜${'y'.repeat(9_999)}` }));
    await running.post(path, chatRequest);
    const { attemptRecords, errorMessage } = await recordOf(running);
    expect(attemptRecords[0]?.message).toBe('x'.repeat(499));
    expect(errorMessage).toBe('x'.repeat(499));
  });
});

describe('the times of an exchange', () => {
  it('contain the time of authentication, and no time of admission for a refused request', async () => {
    const running = await arrange({ key: { limits: { quota: { nanoUsd: 0, reset: 'none' } } } });
    await running.post(path, chatRequest);
    const record = await recordOf(running);
    expect(record.attemptRecords).toEqual([]);
    expect(record.authenticatedMs).toBeGreaterThanOrEqual(0);
    expect(record).not.toHaveProperty('admittedMs');
    expect(record).toMatchObject({ errorCode: 'quota-exhausted' });
    expect(record.errorReason).toBeDefined();
    expect(record.errorMessage).toBeDefined();
  });
});
