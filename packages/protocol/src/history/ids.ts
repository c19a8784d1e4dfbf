// Ids of calls in the alphabet that every dialect accepts, for request and reply codecs.
import { decodeBase64Url, encodeBase64Url } from '../canonical/base64url.ts';
import { parseJson } from '../json/parse.ts';

const legal = /^[A-Za-z0-9_-]+$/;
const prefix = 't_';

/**
 * Writes a call id in the alphabet `[a-zA-Z0-9_-]` that the messages dialect demands. Legal ids stay
 * as they are; others, and those that begin with our own prefix, become `t_` and base64url. So
 * `fromLegalId(toLegalId(id)) === id` holds for every string, and no two ids share a legal form.
 * Legal ids of any length stay: the dialect names no longest id, and encoding only makes it longer.
 */
export function toLegalId(id: string): string {
  if (legal.test(id) && !id.startsWith(prefix)) return id;
  // The JSON form is well-formed Unicode even when the id holds half a surrogate pair.
  return prefix + encodeBase64Url(JSON.stringify(id).slice(1, -1));
}

/** The id behind a legal form; a string that `toLegalId` never wrote comes back as it is. */
export function fromLegalId(legalId: string): string {
  if (!legalId.startsWith(prefix)) return legalId;
  const inner = decodeBase64Url(legalId.slice(prefix.length));
  const id = inner === undefined ? undefined : parseJson(`"${inner}"`);
  return typeof id === 'string' && toLegalId(id) === legalId ? id : legalId;
}

/** Hands out call ids so that each is given once. */
export interface CallIds {
  /** The id itself when it is neither empty nor taken, else a fresh one. Takes what it gives. */
  claim(id: string): string;
}

/**
 * Makes ids for calls that came without one or with one that is taken: a repeated id in a history
 * is refused by the messages dialect. The same seed and claims always give the same ids.
 * @param seed characters `[A-Za-z0-9]` that distinguish this exchange from others
 */
export function createCallIds(seed: string): CallIds {
  const taken = new Set<string>();
  let made = 0;
  return {
    claim(id) {
      let free = id;
      while (free === '' || taken.has(free)) free = `call_${seed}_${++made}`;
      taken.add(free);
      return free;
    },
  };
}
