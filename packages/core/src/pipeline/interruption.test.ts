import { GatewayError } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { watchInterruption } from './interruption.ts';

function arrange() {
  const leaving = new AbortController();
  const request = new Request('http://parley.test/', { signal: leaving.signal });
  return { leaving, interruption: watchInterruption(request, {}) };
}

describe('watchInterruption', () => {
  it('reports a caller who leaves, once, with the code canceled', () => {
    const { leaving, interruption } = arrange();
    const seen: string[] = [];
    interruption.onInterrupt((error) => seen.push(error.code));
    leaving.abort();
    interruption.interrupt(new GatewayError('overloaded', 'Later.'));
    expect(seen).toEqual(['canceled']);
  });

  it('tells late listeners at once', () => {
    const { leaving, interruption } = arrange();
    leaving.abort();
    const seen: string[] = [];
    interruption.onInterrupt((error) => seen.push(error.code));
    expect(seen).toEqual(['canceled']);
  });

  it('takes an abort after completion for what it is: the end of a good answer', () => {
    const { leaving, interruption } = arrange();
    interruption.complete();
    leaving.abort();
    expect(interruption.error).toBeUndefined();
  });

  it('takes an abort once the response exists for no departure: Deno aborts after good answers', () => {
    const { leaving, interruption } = arrange();
    interruption.respond();
    leaving.abort();
    expect(interruption.error).toBeUndefined();
  });

  it('believes what the host lends for it also once the response exists', () => {
    const departing = new AbortController();
    const request = new Request('http://parley.test/');
    const interruption = watchInterruption(request, { departure: departing.signal });
    interruption.respond();
    departing.abort();
    expect(interruption.error?.code).toBe('canceled');
  });

  it('does not call a listener that stopped listening', () => {
    const { leaving, interruption } = arrange();
    const seen: string[] = [];
    const stop = interruption.onInterrupt((error) => seen.push(error.code));
    stop();
    leaving.abort();
    expect(seen).toEqual([]);
  });

  it('prefers the word of a lent sink over the signal of the request', () => {
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
    const interruption = watchInterruption(request, { sink });
    leaving.abort();
    expect(interruption.error).toBeUndefined();
    leave();
    expect(interruption.error?.code).toBe('canceled');
  });
});
