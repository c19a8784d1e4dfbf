// Requests and upstreams that the tests of Gemini generateContent share.
import type { CanonicalRequest } from '../../../canonical/request.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { RequestTarget } from '../../../codec.ts';
import { guessProfile } from '../../../profiles/guess.ts';
import { decodeRequest, encodeRequest } from '../request/request.ts';

export const address = { model: 'called', stream: false };

export const gemini25: RequestTarget = {
  model: 'gemini-2.5-flash',
  vendor: 'google',
  profile: guessProfile('gemini-2.5-flash'),
};
export const gemini3: RequestTarget = {
  model: 'gemini-3-flash',
  vendor: 'google',
  profile: guessProfile('gemini-3-flash'),
};

const greeting: CanonicalRequest = {
  model: 'called',
  stream: false,
  includeUsage: true,
  turns: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
  tools: [],
  sampling: {},
};

/** Encodes a greeting with the given fields. */
export function encodeGreeting(fields: Partial<CanonicalRequest>, target = gemini25) {
  const { value, notes } = encodeRequest({ ...greeting, ...fields }, target);
  return {
    body: value.body,
    names: value.names,
    notes: notes.map(({ path, action }) => `${action} ${path}`),
  };
}

export function encodeTurns(turns: CanonicalRequest['turns'], target = gemini25) {
  return encodeGreeting({ turns }, target);
}

/** Decodes a greeting with the given fields. */
export function decodeFields(fields: JsonObject): CanonicalRequest {
  return decodeRequest(
    { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], ...fields },
    address,
  ).value;
}

export function decodeContents(...contents: JsonObject[]): CanonicalRequest['turns'] {
  return decodeRequest({ contents }, address).value.turns;
}
