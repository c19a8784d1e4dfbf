import { answerWith, rawReply, reshape, type Answer } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { formats, formatClients } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { type Format } from '../../testing/test-gateway.ts';

/** What Groq and OpenRouter state about an error, and what a client must not see. */
const stated = {
  message: 'The model sonnet did not write JSON at 10.1.2.3.',
  failed_generation: '{"a":',
  status_code: 400,
  provider: 'groq',
  metadata: { provider_name: 'Groq', model: 'sonnet', url: 'http://llm.internal/v1' },
  model: 'sonnet',
};

const types = { type: 'invalid_request_error', code: 'json_validate_failed' };

/** The error event of each format, with the fields of a vendor at both levels. */
const events: Readonly<Record<Format, object>> = {
  chat: { error: { ...stated, ...types }, model: 'sonnet', provider: 'groq' },
  messages: { type: 'error', error: { ...stated, ...types }, provider: 'groq', model: 'sonnet' },
  responses: { type: 'error', error: { ...stated, ...types }, provider: 'groq', model: 'sonnet' },
  gemini: {
    error: { ...stated, code: 400, status: 'INVALID_ARGUMENT' },
    provider: 'groq',
    model: 'sonnet',
  },
};

/** Sends the start of a reply, then the error event. */
function breakWith(event: object, named: boolean): (answer: Answer) => Answer {
  const frame = `${named ? 'event: error\n' : ''}data: ${JSON.stringify(event)}\n\n`;
  const bytes = new TextEncoder().encode(frame);
  return (answer) => {
    const first = answer.body.findIndex(
      (step) => 'bytes' in step && new TextDecoder().decode(step.bytes).includes('Part one.'),
    );
    const body = [...answer.body.slice(0, first + 1), { step: 'send', bytes } as const];
    return { ...answer, body, framing: 'close' };
  };
}

describe.each(formats)('an error of a %s upstream for a client of the same format', (format) => {
  const { path, streamPath, ask } = formatClients[format];

  function expectFields(text: string): void {
    expect(text).toContain('"failed_generation":"{\\"a\\":"');
    expect(text).toContain('"status_code":400');
    expect(text).toContain('"provider_name":"Groq"');
    expect(text.match(/"provider":"groq"/g)).toHaveLength(2);
    expect(text).toContain('"model":"m"');
    expect(text).not.toMatch(/sonnet|llm\.internal|10\.1\.2\.3/);
  }

  it('keeps its fields in a stream, redacted and under the call name', async () => {
    const testGateway = await openTestGateway({ formats: [format], model: 'sonnet' });
    const break_ = breakWith(events[format], format !== 'gemini');
    testGateway.upstream.script(reshape(answerWith({ text: ['Part one.', 'Part two.'] }), break_));
    const text = await (await testGateway.post(streamPath, ask(100, true))).text();
    const [line = ''] = text.split('\n').filter((each) => each.includes('failed_generation'));
    expectFields(line);
  });

  it('keeps its fields as an HTTP error', async () => {
    const testGateway = await openTestGateway({ formats: [format], model: 'sonnet' });
    const event = { ...events[format], ...(format === 'responses' && { type: undefined }) };
    const body = JSON.stringify(event);
    testGateway.upstream.script(rawReply(400, { 'content-type': 'application/json' }, body));
    expectFields(await (await testGateway.post(path, ask(100, false))).text());
  });
});
