import { GatewayError } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { Interruption } from './interruption.ts';

function arrange() {
  const leaving = new AbortController();
  const request = new Request('http://parley.test/', { signal: leaving.signal });
  return { leaving, interruption: new Interruption(request, {}) };
}

describe('Interruption', () => {
  it('reports a client disconnect once, with the code canceled', () => {
    const { leaving, interruption } = arrange();
    const seen: string[] = [];
    interruption.onInterrupt((error) => seen.push(error.code));
    leaving.abort();
    interruption.interrupt(new GatewayError('overloaded', 'Later.'));
    expect(seen).toEqual(['canceled']);
  });

  it('reports at once that the client disconnected before', () => {
    const request = new Request('http://parley.test/', { signal: AbortSignal.abort() });
    expect(new Interruption(request, {}).error).toMatchObject({
      ...{ code: 'canceled', message: 'The client disconnected.' },
    });
  });

  it('calls late listeners at once', () => {
    const { leaving, interruption } = arrange();
    leaving.abort();
    const seen: string[] = [];
    interruption.onInterrupt((error) => seen.push(error.code));
    expect(seen).toEqual(['canceled']);
  });

  it('ignores an abort after completion', () => {
    const { leaving, interruption } = arrange();
    interruption.complete();
    leaving.abort();
    expect(interruption.error).toBeUndefined();
  });

  it('ignores a shutdown of the gateway after completion', () => {
    const { interruption } = arrange();
    const seen: string[] = [];
    interruption.onInterrupt((error) => seen.push(error.code));
    interruption.complete();
    interruption.interrupt(new GatewayError('overloaded', 'The gateway is shutting down.'));
    expect(interruption.error).toBeUndefined();
    expect(seen).toEqual([]);
  });

  it('ignores an abort after the response exists: Deno aborts after successful responses', () => {
    const { leaving, interruption } = arrange();
    interruption.respond();
    leaving.abort();
    expect(interruption.error).toBeUndefined();
  });

  it('reports a disconnect that the host signals, also after the response exists', () => {
    const departing = new AbortController();
    const request = new Request('http://parley.test/');
    const interruption = new Interruption(request, { departure: departing.signal });
    interruption.respond();
    departing.abort();
    expect(interruption.error?.code).toBe('canceled');
  });

  it('reports that the time of the host is up, also after the response exists', () => {
    const deadline = new AbortController();
    const request = new Request('http://parley.test/');
    const interruption = new Interruption(request, { deadline: deadline.signal });
    interruption.respond();
    deadline.abort();
    expect(interruption.error).toMatchObject({ code: 'upstream-timeout', reason: 'total_timeout' });
  });

  it('does not call a removed listener', () => {
    const { leaving, interruption } = arrange();
    const seen: string[] = [];
    const stop = interruption.onInterrupt((error) => seen.push(error.code));
    stop();
    leaving.abort();
    expect(seen).toEqual([]);
  });

  it('prefers the sink of the host to the signal of the request', () => {
    const leaving = new AbortController();
    const request = new Request('http://parley.test/', { signal: leaving.signal });
    let leave = (): void => undefined;
    const sink = {
      open: () => undefined,
      write: () => undefined,
      end: () => undefined,
      onClose: (listener: () => void) => {
        leave = listener;
      },
    };
    const interruption = new Interruption(request, { sink });
    leaving.abort();
    expect(interruption.error).toBeUndefined();
    leave();
    expect(interruption.error?.code).toBe('canceled');
  });
});
