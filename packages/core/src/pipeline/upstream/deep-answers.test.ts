import { createAnswer } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { chatRequest, messagesRequest, type TestGateway } from '../../testing/test-gateway.ts';

const nest = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** A messages upstream whose tool call is nested to the given depth. */
async function arrange(levels: number): Promise<TestGateway> {
  const testGateway = await openTestGateway({ formats: ['messages'] });
  const deep = nest(levels);
  const call = `{"type":"tool_use","id":"toolu_1","name":"f","input":{"a":${deep}}}`;
  const usage = '{"input_tokens":1,"output_tokens":1}';
  const body = `{"id":"msg_1","type":"message","role":"assistant","model":"scripted-model",
    "content":[${call}],"stop_reason":"tool_use","stop_sequence":null,"usage":${usage}}`;
  const headers = { 'content-type': 'application/json' };
  testGateway.upstream.script(createAnswer({ headers, body }));
  return testGateway;
}

/** Whether the runtime can write JSON of that depth. */
function canWrite(levels: number): boolean {
  try {
    JSON.stringify(JSON.parse(nest(levels)));
    return true;
  } catch {
    return false;
  }
}

describe('a reply nested deeper than any request may be', () => {
  // V8 14 writes JSON of any depth; before, its stack ended.
  it('is translated where the runtime can write it, and an upstream error elsewhere', async () => {
    const levels = 100_000;
    const { post } = await arrange(levels);
    const response = await post('/v1/chat/completions', { ...chatRequest, max_tokens: 9 });
    const isWritten = canWrite(levels);
    expect(response.status).toBe(isWritten ? 200 : 502);
    expect(await response.text()).toContain(
      isWritten ? nest(levels) : 'The upstream returned no usable response.',
    );
  });

  it('is translated up to that depth', async () => {
    const { post } = await arrange(200);
    const response = await post('/v1/chat/completions', { ...chatRequest, max_tokens: 9 });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`[`.repeat(200));
  });

  it.each([200, 5_000])('has only its model name changed at %i levels', async (levels) => {
    const { post } = await arrange(levels);
    const response = await post('/v1/messages', messagesRequest);
    const text = await response.text();
    expect(text).toContain('"model":"m"');
    expect(text).not.toContain('scripted-model');
  });
});

describe('values nested so deeply that decoding them overflows the stack', () => {
  const deep = '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000);
  const reply = `{"candidates":[{"content":{"parts":[{"text":"Hi"}]},"x":${deep}}],"x":${deep}}`;

  it.each([
    ['in a whole reply', false, reply],
    ['in a whole reply to a request for a stream', true, reply],
    ['in a stream', true, `data: ${reply}\n\n`],
  ])('are a fault of the upstream: %s', async (_, stream, body) => {
    const { post, upstream } = await openTestGateway({ formats: ['gemini'] });
    const type = body === reply ? 'application/json' : 'text/event-stream';
    upstream.script(createAnswer({ headers: { 'content-type': type }, body }));
    const response = await post('/v1/chat/completions', { ...chatRequest, stream });
    expect(response.status).toBe(502);
    expect(await response.text()).toContain('The upstream returned no usable response.');
  });
});
