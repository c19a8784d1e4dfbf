import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSocketMessage, writeSocketError, writeSocketEvent } from './messages.ts';

describe('a message that asks for a response', () => {
  it('has the body of a POST request, as it is written', () => {
    const text =
      '{ "type": "response.create", "seed":12345678901234567890, "stream_id":"a.b-c_1", "generate": false,\n' +
      '"background": false, "stream": false, "input": [ {"n": 1.0} ] }';
    expect(readSocketMessage(text)).toEqual({
      streamId: 'a.b-c_1',
      request: {
        type: 'create',
        body: '{"stream":true,"seed":12345678901234567890,"input":[ {"n": 1.0} ]}',
        generates: false,
      },
    });
  });

  it('keeps every other field', () => {
    const envelope = fc.constantFrom('type', 'stream_id', 'generate', 'stream', 'background');
    const name = fc.string().filter((each) => !/^\s*(?:type|model|stream)/i.test(each));
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue({ maxDepth: 2 })), envelope, (fields, own) => {
        const { [own]: _, ...rest } = fields;
        const { request } = readSocketMessage(JSON.stringify({ ...rest, type: 'response.create' }));
        if (request instanceof Error || request.type !== 'create') return;
        expect(JSON.parse(request.body)).toEqual(
          JSON.parse(JSON.stringify({ ...rest, stream: true })),
        );
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readSocketMessage(text).request).toBeDefined();
      }),
    );
  });
});

describe('a message to a client', () => {
  it('names its lane first', () => {
    expect(writeSocketEvent('{"type":"x"}', undefined)).toBe('{"type":"x"}');
    expect(writeSocketEvent('{"type":"{"}', 'a')).toBe('{"stream_id":"a","type":"{"}');
  });

  it('states an error as an HTTP response would', () => {
    const error = { message: 'No.', type: 'invalid_request_error', param: null, code: 'c' };
    const failure = { status: 400, body: { request_id: 'req_1', error }, headers: { 'x-a': '1' } };
    expect(JSON.parse(writeSocketError(failure, 'a'))).toEqual({
      ...{ type: 'error', status: 400, stream_id: 'a' },
      error: { ...error, headers: { 'x-a': '1' } },
    });
  });
});
