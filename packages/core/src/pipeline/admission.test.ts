import { describe, expect, it } from 'vitest';
import { createAdmissionGate } from './admission.ts';

describe('createAdmissionGate', () => {
  it('rejects exchanges beyond the capacity until a slot is free', () => {
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

  it('frees a slot once, also when it is released twice', () => {
    const gate = createAdmissionGate(2);
    gate.enter('req_1');
    gate.enter('req_2');
    gate.leave('req_1');
    gate.leave('req_1');
    expect(gate.running).toBe(1);
  });

  it('frees no slot for a rejected exchange', () => {
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
