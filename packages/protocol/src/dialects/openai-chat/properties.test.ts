import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanonicalRequest, Turn } from '../../canonical/request.ts';
import { canonicalReply, canonicalRequest } from '../../testing/arbitraries.ts';
import { NameMap } from '../../history/names.ts';
import { decodeRequest, encodeRequest, readRequest } from './request/request.ts';
import { decodeReply, encodeReply, readReply } from './reply/reply.ts';
import { openTarget } from './testing/requests.ts';

/** What decoding adds or the upstream's name changes; everything else must come back as it was. */
function withoutWireValues(request: CanonicalRequest): CanonicalRequest {
  const turns = request.turns.map(({ nativeRole: _, ...turn }): Turn => turn);
  return { ...request, model: 'up-1', includeUsage: request.stream, turns };
}

describe('requests', () => {
  it('survive a round trip through canonical form', () => {
    fc.assert(
      fc.property(canonicalRequest(), (request) => {
        const { value, notes } = encodeRequest(request, openTarget);
        expect(notes).toEqual([]);
        expect(() => readRequest(value.body)).not.toThrow();
        const back = decodeRequest(value.body);
        expect(back.notes).toEqual([]);
        expect(withoutWireValues(back.value)).toEqual(withoutWireValues(request));
      }),
    );
  });

  it('are stable when they are encoded again', () => {
    fc.assert(
      fc.property(canonicalRequest(), (request) => {
        const once = encodeRequest(request, openTarget).value.body;
        const twice = encodeRequest(decodeRequest(once).value, openTarget).value.body;
        expect(twice).toEqual(once);
      }),
    );
  });

  it('are either accepted or rejected with a field name, for any input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        try {
          readRequest(body);
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'invalid-request' });
        }
      }),
    );
  });
});

describe('replies', () => {
  it('survive a round trip, except for generated names', () => {
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
