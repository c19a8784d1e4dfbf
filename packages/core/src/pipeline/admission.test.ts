import { describe, expect, it } from 'vitest';
import { createAdmissionGate } from './admission.ts';

describe('createAdmissionGate', () => {
  it('refuses what exceeds the capacity until a place is free', () => {
    const gate = createAdmissionGate(1);
    const leave = gate.enter();
    expect(() => gate.enter()).toThrow(
      expect.objectContaining({ code: 'overloaded', reason: 'too_many_exchanges' }),
    );
    leave();
    expect(() => gate.enter()).not.toThrow();
  });

  it('frees a place once, however often it is given back', () => {
    const gate = createAdmissionGate(2);
    const leave = gate.enter();
    gate.enter();
    leave();
    leave();
    expect(gate.running).toBe(1);
  });

  it('closes for new exchanges and waits for the running ones', async () => {
    const gate = createAdmissionGate(2);
    const leave = gate.enter();
    let idle = false;
    const closing = gate.close().then(() => (idle = true));
    expect(() => gate.enter()).toThrow(expect.objectContaining({ reason: 'shutting_down' }));
    await Promise.resolve();
    expect(idle).toBe(false);
    leave();
    await closing;
    expect(idle).toBe(true);
  });
});
