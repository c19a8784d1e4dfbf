// Requests and upstreams that the tests of Chat Completions share.
import type { CanonicalRequest } from '../../../canonical/request.ts';
import type { RequestTarget } from '../../../codec.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { unknownModel } from '../../../profiles/row.ts';
import { encodeRequest } from '../request/request.ts';

/** A profile that accepts everything, with three efforts. */
export const openProfile: Profile = {
  ...unknownModel,
  maxOutputTokens: 4096,
  outputLimitField: 'max_completion_tokens',
  reasoning: 'effort',
  efforts: ['low', 'medium', 'high'],
  toolChoice: 'subset',
  lateInstructions: true,
  customTools: true,
  maxTools: 128,
  rejectedFields: [],
};

export const openTarget: RequestTarget = { model: 'up-1', vendor: 'acme', profile: openProfile };

const greeting: CanonicalRequest = {
  model: 'called',
  stream: false,
  includeUsage: false,
  turns: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
  tools: [],
  sampling: {},
};

/** Encodes a greeting with the given fields, for a model with the given profile fields. */
export function encodeGreeting(fields: Partial<CanonicalRequest>, traits: Partial<Profile> = {}) {
  const target = { ...openTarget, profile: { ...openProfile, ...traits } };
  const { value, notes } = encodeRequest({ ...greeting, ...fields }, target);
  return { body: value.body, names: value.names, notes, paths: notes.map((note) => note.path) };
}
