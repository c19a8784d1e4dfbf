import { describe, expect, it } from 'vitest';
import type { DialectId } from '../canonical/dialect.ts';
import { codecOf } from '../dialects.ts';
import type { JsonObject } from '../json/value.ts';

const messages = [{ role: 'user', content: 'Hi' }];
const address = { model: 'm', stream: true };

const bodies: Readonly<Record<DialectId, JsonObject>> = {
  'openai-chat': { model: 'm', messages, max_tokens: 9, stream: true },
  'anthropic-messages': { model: 'm', messages, max_tokens: 9, stream: true },
  'gemini-generate': {
    contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
    generationConfig: { maxOutputTokens: 9 },
  },
  'openai-responses': { model: 'm', input: 'Hi', max_output_tokens: 9, stream: true },
};

const cases = Object.entries(bodies) as [DialectId, JsonObject][];

/** A body that counts how often it is asked whether it has a field, which only its check does. */
function watch(body: JsonObject) {
  const checks = { count: 0 };
  const proxy = new Proxy(body, {
    has(target, name): boolean {
      checks.count += 1;
      return Reflect.has(target, name);
    },
  });
  return { body: proxy, checks };
}

describe.each(cases)('a request of %s', (dialect, sample) => {
  const codec = codecOf(dialect);

  it('is checked once: it is decoded without another check', () => {
    const { body, checks } = watch(sample);
    const read = codec.readRequest(body, address);
    const before = checks.count;
    expect(read.decode().value).toMatchObject({ model: 'm', maxOutputTokens: 9 });
    expect(checks.count).toBe(before);
  });

  it('is decoded as by `decodeRequest`', () => {
    const read = codec.readRequest(sample, address);
    expect(read.decode()).toEqual(codec.decodeRequest(sample, address));
  });

  it('that is not valid is rejected before it is decoded', () => {
    const broken = { ...sample, messages: 1, contents: 1, input: 1 };
    expect(() => codec.readRequest(broken, address)).toThrow(
      expect.objectContaining({ code: 'invalid-request' }),
    );
  });
});
