// Encodes the reasoning effort of Chat Completions requests, for the options encoder.
import type { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest } from '../../../canonical/request.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { nearestEffort, wantedEffort } from '../../../shared/openai/effort.ts';
import type { ChatRequestOptions } from '../types.ts';

type EffortOption = Pick<ChatRequestOptions, 'reasoning_effort'>;

/** Encodes the effort, as far as the model accepts one. */
export function encodeEffort(
  request: CanonicalRequest,
  profile: Profile,
  notes: NoteBook,
): EffortOption {
  const { reasoning, tools } = request;
  if (!profile.effortBesideTools && tools.some(({ kind }) => kind === 'function')) {
    return forgoEffort(request, notes);
  }
  const wanted = wantedEffort(reasoning);
  if (wanted === undefined) return {};
  const supported = profile.reasoning === 'none' ? [] : profile.efforts;
  const effort = nearestEffort(wanted, supported);
  if (effort === undefined) {
    // A model that cannot reason already does what `none` asks for.
    if (wanted !== 'none') notes.dropped('reasoning', 'This model accepts no reasoning effort.');
    return {};
  }
  if (effort !== wanted) {
    notes.approximated('reasoning', `The nearest effort this model takes is '${effort}'.`);
  } else if (reasoning?.effort === undefined) {
    notes.approximated('reasoning', 'The reasoning budget became an effort level.');
  }
  return { reasoning_effort: effort };
}

/** Some of these models reason by default, so the effort is sent even if none was requested. */
function forgoEffort({ reasoning }: CanonicalRequest, notes: NoteBook): EffortOption {
  const wanted = wantedEffort(reasoning);
  if (wanted === undefined) {
    notes.defaulted('reasoning', 'With function tools, reasoning must be disabled for this model.');
  } else if (wanted !== 'none') {
    notes.dropped('reasoning', 'This model has no reasoning beside function tools in this format.');
  }
  return { reasoning_effort: 'none' };
}
