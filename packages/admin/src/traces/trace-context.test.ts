import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSpanId, readTraceContext } from './trace-context.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';
const own = '01a2186934b573b6aa4a4d77add38719';

const read = (headers: Readonly<Record<string, string>>, share = 1, id = own) =>
  readTraceContext({ id: `req_${id}`, headers: new Headers(headers) }, share);

describe('readTraceContext', () => {
  it('continues the trace of the client, whose flag decides', () => {
    expect(read({ traceparent: `00-${trace}-${parent}-01` }, 0)).toEqual({
      ...{ traceId: trace, parentSpanId: parent, isSampled: true },
    });
    expect(read({ traceparent: `00-${trace}-${parent}-02` }).isSampled).toBe(false);
    expect(read({ traceparent: `00-${trace}-${parent}-03` }).isSampled).toBe(true);
  });

  it('reads later versions as far as it knows them', () => {
    const { traceId } = read({ traceparent: `cc-${trace}-${parent}-01-what-comes-later` });
    expect(traceId).toBe(trace);
  });

  it('keeps the state of the client, up to a length', () => {
    const traceparent = `00-${trace}-${parent}-01`;
    expect(read({ traceparent, tracestate: 'a=1,b=2' }).traceState).toBe('a=1,b=2');
    expect(read({ traceparent, tracestate: 'x'.repeat(513) })).not.toHaveProperty('traceState');
    expect(read({ tracestate: 'a=1' })).not.toHaveProperty('traceState');
  });

  it.each([
    ['another version', `ff-${trace}-${parent}-01`],
    ['more than its version has', `00-${trace}-${parent}-01-more`],
    ['no trace', `00-${'0'.repeat(32)}-${parent}-01`],
    ['no span', `00-${trace}-${'0'.repeat(16)}-01`],
    ['capital letters', `00-${trace.toUpperCase()}-${parent}-01`],
    ['too few digits', `00-${trace.slice(1)}-${parent}-01`],
    ['any text', 'hello'],
  ])('begins a trace where the client sends %s', (_, traceparent) => {
    expect(read({ traceparent })).toEqual({ traceId: own, isSampled: true });
  });

  it('samples the share of the new traces that is asked for', () => {
    const digits = fc.stringMatching(/^[0-9a-f]{32}$/);
    fc.assert(
      fc.property(digits, (id) => {
        expect(read({}, 0, id).isSampled).toBe(false);
        expect(read({}, 1, id).isSampled).toBe(true);
        const part = Number.parseInt(id.slice(18, 26), 16) / 2 ** 32;
        if (Math.abs(part - 0.25) > 1e-6) expect(read({}, 0.25, id).isSampled).toBe(part < 0.25);
      }),
    );
  });
});

it('createSpanId makes ids of 16 digits, each another', () => {
  const ids = Array.from({ length: 100 }, createSpanId);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
});
