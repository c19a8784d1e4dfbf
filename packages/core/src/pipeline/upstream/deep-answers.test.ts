import { createAnswer } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { chatRequest, messagesRequest, type TestGateway } from '../../testing/test-gateway.ts';

/** A messages upstream whose tool call is nested to the given depth. */
async function arrange(levels: number): Promise<TestGateway> {
  const testGateway = await openTestGateway({ formats: ['messages'] });
  const deep = '['.repeat(levels) + ']'.repeat(levels);
  const call = `{"type":"tool_use","id":"toolu_1","name":"f","input":{"a":${deep}}}`;
  const usage = '{"input_tokens":1,"output_tokens":1}';
  const body = `{"id":"msg_1","type":"message","role":"assistant","model":"scripted-model",
    "content":[${call}],"stop_reason":"tool_use","stop_sequence":null,"usage":${usage}}`;
  const headers = { 'content-type': 'application/json' };
  testGateway.upstream.script(createAnswer({ headers, body }));
  return testGateway;
}

describe('a reply nested deeper than any request may be', () => {
  it('is an upstream error where it exhausts the translation', async () => {
    const { post } = await arrange(20_000);
    const response = await post('/v1/chat/completions', { ...chatRequest, max_tokens: 9 });
    expect(response.status).toBe(502);
    expect(await response.text()).toContain('The upstream returned no usable response.');
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
