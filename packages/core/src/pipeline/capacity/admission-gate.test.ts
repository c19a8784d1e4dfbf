import { answerWith, holdHead, reshape } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { chatRequest } from '../../testing/test-gateway.ts';
import { createAdmissionGate } from './admission-gate.ts';

describe('createAdmissionGate', () => {
  const makeTwo = () => [{ hasSlot: false }, { hasSlot: false }] as const;

  it('rejects exchanges beyond the capacity until a slot is free', () => {
    const gate = createAdmissionGate(1);
    const [first, second] = makeTwo();
    gate.enter(first);
    expect(() => {
      gate.enter(second);
    }).toThrow(expect.objectContaining({ code: 'overloaded', reason: 'too_many_exchanges' }));
    gate.leave(first);
    expect(() => {
      gate.enter(second);
    }).not.toThrow();
  });

  it('frees a slot once, also when it is released twice', () => {
    const gate = createAdmissionGate(2);
    const [first, second] = makeTwo();
    gate.enter(first);
    gate.enter(second);
    gate.leave(first);
    gate.leave(first);
    expect(gate.running).toBe(1);
  });

  it('frees no slot for a rejected exchange', () => {
    const gate = createAdmissionGate(1);
    const [first, second] = makeTwo();
    gate.enter(first);
    gate.leave(second);
    expect(gate.running).toBe(1);
  });

  it('closes for new exchanges and waits for the running ones', async () => {
    const gate = createAdmissionGate(2);
    const [first, second] = makeTwo();
    gate.enter(first);
    let idle = false;
    const closing = gate.close().then(() => (idle = true));
    expect(() => {
      gate.enter(second);
    }).toThrow(expect.objectContaining({ reason: 'shutting_down' }));
    await Promise.resolve();
    expect(idle).toBe(false);
    gate.leave(first);
    await closing;
    expect(idle).toBe(true);
  });

  it('waits for all that run, also when one of them is released twice', async () => {
    const gate = createAdmissionGate(2);
    const [first, second] = makeTwo();
    gate.enter(first);
    gate.enter(second);
    let idle = false;
    const closing = gate.close().then(() => (idle = true));
    for (const exchange of [first, first, { hasSlot: false }]) gate.leave(exchange);
    await Promise.resolve();
    expect(idle).toBe(false);
    gate.leave(second);
    await closing;
    await gate.close();
  });

  it('says when to try again', () => {
    const gate = createAdmissionGate(1);
    const [first, second] = makeTwo();
    gate.enter(first);
    expect(() => {
      gate.enter(second);
    }).toThrow(expect.objectContaining({ message: 'The gateway is overloaded.', retryAfter: 1 }));
    void gate.close();
    expect(() => {
      gate.enter(second);
    }).toThrow(expect.objectContaining({ message: 'The gateway is shutting down.' }));
  });
});

it('a gateway that runs as many exchanges as it may refuses another until one has ended', async () => {
  const { post, upstream } = await openTestGateway({ options: { limits: { exchanges: 1 } } });
  upstream.script(reshape(answerWith({ text: 'Yes.' }), holdHead));
  const path = '/v1/chat/completions';
  const first = post(path, chatRequest);
  await upstream.nextRequest();
  const refused = await post(path, chatRequest);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toMatchObject({ error: { code: 'too_many_exchanges' } });
  upstream.release();
  expect((await first).status).toBe(200);
  upstream.script(answerWith({ text: 'Yes.' }));
  expect((await post(path, chatRequest)).status).toBe(200);
  expect(upstream.requests).toHaveLength(2);
});
