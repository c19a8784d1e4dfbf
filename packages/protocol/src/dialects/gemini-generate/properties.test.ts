import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CanonicalRequest } from '../../canonical/request.ts';
import { canonicalReply, canonicalRequest } from '../../testing/arbitraries.ts';
import { replyTarget, sendJson } from '../../testing/wire.ts';
import { decodeRequest, encodeRequest, readRequest } from './request/request.ts';
import { decodeReply, encodeReply } from './reply/reply.ts';
import { gemini25, gemini3 } from './testing/requests.ts';

const target = fc.constantFrom(gemini25, gemini3);

/** Encodes a request and reads it as if a client had sent it. */
function roundTrip(request: CanonicalRequest, to: typeof gemini3) {
  const { value, notes } = encodeRequest(request, to);
  const body = sendJson(value.body);
  const address = { model: request.model, stream: request.stream };
  readRequest(body, address);
  return { back: decodeRequest(body, address), notes, body };
}

it('an encoded request decodes to the same request, except for noted losses', () => {
  fc.assert(
    fc.property(canonicalRequest(), target, (request, to) => {
      const { back, notes } = roundTrip(request, to);
      const { user, turns, ...rest } = request;
      expect(back.value).toMatchObject(rest);
      expect(back.value.turns.map(({ role }) => role)).toEqual(turns.map(({ role }) => role));
      expect(back.value.turns.map(({ parts }) => parts)).toEqual(turns.map(({ parts }) => parts));
      const changes = notes.map(({ path }) => path).filter((path) => !path.endsWith('.arguments'));
      expect(changes).toEqual(back.value.user === user ? [] : ['user']);
    }),
  );
});

it('encoding twice returns the same body', () => {
  fc.assert(
    fc.property(canonicalRequest(), target, (request, to) => {
      const { back, body } = roundTrip({ ...request, user: 'u_1' }, to);
      expect(roundTrip(back.value, to).body).toEqual(body);
    }),
  );
});

it('a reply survives a round trip', () => {
  const options = { maxChoices: 3 };
  fc.assert(
    fc.property(canonicalReply(options), (reply) => {
      const body = sendJson(encodeReply(reply, replyTarget()).value);
      const { choices, usage } = decodeReply(body, { vendor: 'google' }).value;
      expect({ choices, usage }).toEqual({ choices: reply.choices, usage: reply.usage });
    }),
  );
});
