// The end user's id in OpenAI's formats, for request options.
import type { NoteBook } from '../../canonical/note.ts';
import type { CanonicalRequest } from '../../canonical/request.ts';
import type { RequestTarget } from '../../codec.ts';
import { NameMap } from '../../history/names.ts';

/** Maximum length of the end user's id, in characters (`openai` 7.55.0, `safety_identifier`). */
const longestUser = 64;

/** OpenAI's own models accept the newer field; compatible servers support only `user`. */
export function encodeUser(
  { user }: CanonicalRequest,
  { profile }: RequestTarget,
  notes: NoteBook,
): { readonly user?: string; readonly safety_identifier?: string } {
  if (user === undefined || user === '') return {};
  const isLong = user.length > longestUser;
  if (isLong) notes.approximated('user', `A user name has at most ${longestUser} characters.`);
  const short = isLong ? new NameMap(longestUser).toUpstream(user) : user;
  return profile.outputLimitField === 'max_tokens' ? { user: short } : { safety_identifier: short };
}
