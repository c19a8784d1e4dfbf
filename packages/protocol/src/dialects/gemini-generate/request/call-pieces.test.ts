// Tests of function calls whose arguments an upstream streams in pieces.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/value.ts';
import { decodeReply } from '../reply/reply.ts';
import { createStreamDecoder } from '../stream/decoder.ts';
import { address, decodeContents, gemini3 } from '../testing/requests.ts';
import { decodeRequest, encodeRequest } from './request.ts';

const partialArgs = [{ jsonPath: '$.room', stringValue: 'Kitchen' }];
const start = { functionCall: { name: 'paint', willContinue: true } };
const parts = [start, { functionCall: { partialArgs, willContinue: true } }, { functionCall: {} }];

it.each([{ mode: 'ANY' }, {}])('a request that is translated asks for whole calls', (mode) => {
  const tools = [{ functionDeclarations: [{ name: 'paint' }] }];
  const functionCallingConfig = { ...mode, streamFunctionCallArguments: true };
  const body = {
    contents: [{ role: 'user', parts: [{ text: 'Paint' }] }],
    tools,
    toolConfig: { functionCallingConfig, includeServerSideToolInvocations: true },
  };
  const { value, notes } = encodeRequest(decodeRequest(body, address).value, gemini3);
  expect(value.body).toMatchObject({
    tools,
    toolConfig: {
      functionCallingConfig: mode,
      includeServerSideToolInvocations: true,
    },
  });
  expect(JSON.stringify(value.body)).not.toContain('streamFunctionCallArguments');
  expect(notes).toMatchObject([{ path: 'streamFunctionCallArguments', action: 'approximated' }]);
});

describe('the pieces of a call that nobody asked for', () => {
  const source = { vendor: 'google-vertex' };
  const unknown = { dialect: 'gemini-generate', raw: start };

  it('are no call without arguments in a whole reply', () => {
    const candidates = [{ content: { parts }, finishReason: 'STOP' }];
    const { value } = decodeReply({ candidates }, source);
    expect(value.choices[0]).toMatchObject({ parts: [unknown], finish: { reason: 'stop' } });
  });

  it('are no call without arguments in a stream', () => {
    const decoder = createStreamDecoder(source);
    const chunks: JsonObject[] = parts.map((part) => ({ content: { parts: [part] } }));
    const events = [...chunks, { finishReason: 'STOP' }].flatMap((chunk) =>
      decoder.push({ data: JSON.stringify({ candidates: [chunk] }) }),
    );
    expect(events.filter(({ type }) => type === 'part-start')).toMatchObject([{ part: unknown }]);
    expect(decoder.end()).toContainEqual({
      type: 'finish',
      choice: 0,
      finish: { reason: 'stop' },
    });
  });
});

it('a call that a client joined is whole', () => {
  const joined = { name: 'paint', args: { room: 'Hall' }, willContinue: true };
  const turns = decodeContents({ role: 'model', parts: [{ functionCall: joined }] });
  expect(turns[0]?.parts).toMatchObject([{ type: 'call', arguments: '{"room":"Hall"}' }]);
});
