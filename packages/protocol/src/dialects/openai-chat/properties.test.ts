import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanonicalRequest, Turn } from '../../canonical/request.ts';
import type { RequestTarget } from '../../codec.ts';
import { canonicalReply, canonicalRequest } from '../../testing/arbitraries.ts';
import { NameMap } from '../../history/names.ts';
import { checkRequest, decodeRequest, encodeRequest } from './request.ts';
import { decodeReply, encodeReply, readReply } from './response.ts';

const target: RequestTarget = {
  model: 'up-1',
  vendor: 'acme',
  profile: {
    maxOutputTokens: 4096,
    outputLimitField: 'max_completion_tokens',
    sampling: true,
    maxTemperature: 2,
    reasoning: 'none',
    efforts: [],
    echoesReasoning: false,
    instructionRole: 'system',
    lateInstructions: true,
    structuredOutput: 'none',
    maxToolName: 64,
  },
};

/** What decoding adds or the upstream's name changes; everything else must come back as it was. */
function withoutWireWords(request: CanonicalRequest): CanonicalRequest {
  const turns = request.turns.map(({ nativeRole: _, ...turn }): Turn => turn);
  return { ...request, model: 'up-1', includeUsage: request.stream, turns };
}

describe('requests', () => {
  it('come back as they were from every request both sides can say', () => {
    fc.assert(
      fc.property(canonicalRequest(), (request) => {
        const { value, notes } = encodeRequest(request, target);
        expect(notes).toEqual([]);
        expect(() => checkRequest(value.body)).not.toThrow();
        const back = decodeRequest(value.body);
        expect(back.notes).toEqual([]);
        expect(withoutWireWords(back.value)).toEqual(withoutWireWords(request));
      }),
    );
  });

  it('are the same however often they are encoded', () => {
    fc.assert(
      fc.property(canonicalRequest(), (request) => {
        const once = encodeRequest(request, target).value.body;
        const twice = encodeRequest(decodeRequest(once).value, target).value.body;
        expect(twice).toEqual(once);
      }),
    );
  });

  it('are refused with a field name or not at all, whatever comes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        try {
          checkRequest(body as never);
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'invalid-request' });
        }
      }),
    );
  });
});

describe('replies', () => {
  it('come back as they were, up to the names of the exchange', () => {
    const names = new NameMap();
    const reply = { model: 'called', id: 'abc', createdAt: 1, names, includeUsage: false };
    fc.assert(
      fc.property(canonicalReply({ maxChoices: 3 }), (given) => {
        const { value, notes } = encodeReply(given, reply);
        expect(notes).toEqual([]);
        const back = decodeReply(value, { vendor: 'acme' }).value;
        expect(back.usage).toEqual(given.usage);
        expect(readReply(value).usage).toEqual(given.usage);
        expect(back.choices.map(({ finish }) => finish)).toEqual(
          given.choices.map(({ finish }) => finish),
        );
        for (const [index, { parts }] of given.choices.entries()) {
          const kept = parts.filter(({ type }) => type !== 'reasoning');
          const again = back.choices[index]?.parts.filter(({ type }) => type !== 'reasoning');
          const numbered = kept.map((part) =>
            part.type === 'call'
              ? (expect.objectContaining({ name: part.name, arguments: part.arguments }) as unknown)
              : part,
          );
          expect(again).toEqual(numbered);
        }
      }),
    );
  });
});
