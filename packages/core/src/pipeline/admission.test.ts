import { describe, expect, it } from 'vitest';
import { createAdmissionGate } from './admission.ts';

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
