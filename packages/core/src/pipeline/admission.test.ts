import { describe, expect, it } from 'vitest';
import { createAdmissionGate } from './admission.ts';

describe('createAdmissionGate', () => {
  it('refuses what exceeds the capacity until a slot is free', () => {
    const gate = createAdmissionGate(1);
    gate.enter('req_1');
    expect(() => {
      gate.enter('req_2');
    }).toThrow(expect.objectContaining({ code: 'overloaded', reason: 'too_many_exchanges' }));
    gate.leave('req_1');
    expect(() => {
      gate.enter('req_2');
    }).not.toThrow();
  });

  it('frees a slot once, however often an exchange leaves', () => {
    const gate = createAdmissionGate(2);
    gate.enter('req_1');
    gate.enter('req_2');
    gate.leave('req_1');
    gate.leave('req_1');
    expect(gate.running).toBe(1);
  });

  it('frees nothing for an exchange that was refused', () => {
    const gate = createAdmissionGate(1);
    gate.enter('req_1');
    gate.leave('req_2');
    expect(gate.running).toBe(1);
  });

  it('closes for new exchanges and waits for the running ones', async () => {
    const gate = createAdmissionGate(2);
    gate.enter('req_1');
    let idle = false;
    const closing = gate.close().then(() => (idle = true));
    expect(() => {
      gate.enter('req_2');
    }).toThrow(expect.objectContaining({ reason: 'shutting_down' }));
    await Promise.resolve();
    expect(idle).toBe(false);
    gate.leave('req_1');
    await closing;
    expect(idle).toBe(true);
  });
});
