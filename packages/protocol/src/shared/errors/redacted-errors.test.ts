import { describe, expect, it } from 'vitest';
import type { DialectId } from '../../canonical/dialect.ts';
import { GatewayError } from '../../canonical/error.ts';
import type { JsonObject, JsonValue } from '../../json/value.ts';
import { codecOf, codecs } from '../../dialects.ts';
import type { SseFrame } from '../../sse/frame.ts';

const secret = 'opaque-secret';
const redact = (text: string): string => text.replaceAll(secret, '***');
const dialects = Object.keys(codecs) as DialectId[];

function watch(dialect: DialectId, frames: readonly SseFrame[]): string {
  const target = { model: 'call-name', includeUsage: true, onText: () => undefined, redact };
  const observer = codecOf(dialect).createStreamObserver(target);
  const steps = frames.map((frame) => observer.push(frame));
  return steps.map((step) => ('text' in step ? step.text : '')).join('');
}

function frame(data: JsonValue, event?: string): SseFrame {
  return { ...(event !== undefined && { event }), data: JSON.stringify(data) };
}

/** The error that reading a body throws. */
function thrownBy(read: () => unknown): string {
  try {
    return JSON.stringify(read());
  } catch (thrown) {
    const { message, reason, param, upstreamBody } = GatewayError.from(thrown);
    return JSON.stringify({ message, reason, param, upstreamBody });
  }
}

describe.each(dialects)('an error of an upstream that speaks %s', (dialect) => {
  const codec = codecOf(dialect);
  const error = {
    type: 'server_error',
    code: dialect === 'gemini-generate' ? 500 : 'server_error',
    status: 'INTERNAL',
    message: `It broke: ${secret}`,
    details: [{ [secret]: secret }],
  };
  const body = { type: 'error', error };

  it('is redacted as an HTTP error, in a 200 and as a stream event', () => {
    const reply = { status: 400, headers: new Headers(), body };
    const source = { vendor: 'v', redact };
    const events = codec.createStreamDecoder(source).push(frame(body, 'error'));
    const failure = events.find((event) => event.type === 'failure')?.error;
    const given = [
      codec.decodeError(reply, redact).message,
      failure?.message,
      thrownBy(() => codec.decodeReply(body, source)),
      thrownBy(() => codec.readReply(body, redact)),
      watch(dialect, [frame(body, 'error')]),
    ];
    for (const text of given) {
      expect(text).toContain('It broke: ***');
      expect(text).not.toContain(secret);
    }
    expect(JSON.stringify(codec.decodeError(reply, redact).upstreamBody)).not.toContain(secret);
  });

  it('is redacted by shape where nothing more is known', () => {
    const message = 'Key sk-abcdef123456 at 10.1.2.3 broke';
    const reply = { status: 400, headers: new Headers(), body: { error: { message } } };
    expect(codec.decodeError(reply).message).toBe('Key [redacted] at [redacted] broke');
  });

  it('in a text field is an error as well', () => {
    const whole: JsonObject = {
      choices: [],
      candidates: [],
      content: [],
      output: [],
      error: secret,
    };
    expect(thrownBy(() => codec.readReply(whole, redact))).toContain('"***"');
    expect(thrownBy(() => codec.decodeReply(whole, { vendor: 'v', redact }))).toContain('"***"');
  });
});

describe('a passthrough response that contains an error', () => {
  it('in a choice is a failure', () => {
    const choice = { index: 0, message: { content: 'Hi' }, error: { code: 502, message: secret } };
    const { readReply } = codecOf('openai-chat');
    expect(thrownBy(() => readReply({ choices: [choice] }, redact))).toContain('"***"');
    expect(watch('openai-chat', [frame({ choices: [choice] })])).toMatch(
      /^event: error\n.*\*\*\*/s,
    );
  });

  it('in a field of the vendor is redacted, and the answer is not', () => {
    const choices = [{ index: 0, delta: { content: secret } }];
    const chunk = { choices, x_vendor: { error: secret } };
    expect(watch('openai-chat', [frame(chunk)])).toBe(
      `data: ${JSON.stringify({ choices, x_vendor: { error: '***' } })}\n\n`,
    );
    const reply = { choices: [{ message: { content: secret } }], x_vendor: { error: secret } };
    expect(codecOf('openai-chat').readReply(reply, redact).redacted).toEqual({
      x_vendor: { error: '***' },
    });
  });

  it('under another name than that of an error is a failure', () => {
    const event = { type: 'error', error: { type: 'api_error', message: secret }, message: secret };
    for (const [dialect, name] of [
      ['anthropic-messages', 'content_block_delta'],
      ['openai-responses', 'response.output_text.delta'],
    ] as const) {
      expect(watch(dialect, [frame(event, name)])).toMatch(/^event: error\n.*\*\*\*/s);
    }
  });

  it('in an unknown event is redacted', () => {
    const event = { type: 'vendor.status', error: { message: secret } };
    for (const dialect of ['anthropic-messages', 'openai-responses'] as const) {
      const shown = { ...event, error: { message: '***' } };
      expect(watch(dialect, [frame(event, 'vendor.status')])).toBe(
        `event: vendor.status\ndata: ${JSON.stringify(shown)}\n\n`,
      );
    }
  });

  it('that is not JSON is dropped', () => {
    for (const event of ['content_block_delta', 'response.output_text.delta', undefined]) {
      const garbage = { ...(event !== undefined && { event }), data: `died: ${secret}` };
      for (const dialect of dialects) expect(watch(dialect, [garbage])).toBe('');
    }
  });

  it('as the reason why a response is incomplete is redacted in its place', () => {
    const response = { id: 'r', incomplete_details: { reason: secret }, output: [secret] };
    const event = { type: 'response.incomplete', response };
    expect(watch('openai-responses', [frame(event, event.type)])).toBe(
      `event: response.incomplete\ndata: ${JSON.stringify(event).replace(secret, '***')}\n\n`,
    );
    const reply = { ...response, object: 'response', status: 'incomplete', output: [] };
    expect(codecOf('openai-responses').readReply(reply, redact).redacted).toEqual({
      incomplete_details: { reason: '***' },
    });
  });

  it('in a failed response does not change the reply so far', () => {
    const error = { code: 'server_error', message: 'It broke.' };
    const said = { output: [{ text: secret }], instructions: secret };
    const given = { id: 'r', error, metadata: { [secret]: secret }, model: 'vendor-model' };
    const response = { ...given, ...said };
    const event = { type: 'response.failed', sequence_number: 4, response };
    const shown = { ...given, metadata: { '***': '***' }, model: 'call-name', ...said };
    expect(watch('openai-responses', [frame(event, event.type)])).toBe(
      `event: response.failed\ndata: ${JSON.stringify({ ...event, response: shown })}\n\n`,
    );
  });

  it('among the chunks of a list is a failure', () => {
    const chunks = [{ candidates: [] }, { error: { message: secret } }, { candidates: [{}] }];
    const { readReply } = codecOf('gemini-generate');
    expect(thrownBy(() => readReply(chunks, redact))).toContain('"***"');
  });
});
