// Tool call ids in the alphabet that every dialect accepts, for request and reply codecs.
import { decodeBase64Url, encodeBase64Url } from '../canonical/base64url.ts';
import { parseJson } from '../json/parse.ts';
import { hashText } from './hash.ts';

const legal = /^[A-Za-z0-9_-]+$/;
const prefix = 't_';

/**
 * Encodes a call id in the alphabet `[a-zA-Z0-9_-]` that the `anthropic-messages` dialect requires. Valid ids
 * are unchanged; others, and those that start with our own prefix, become `t_` and base64url. So
 * `fromLegalId(toLegalId(id)) === id` holds for every string, and no two ids get the same encoded form. Valid
 * ids of any length are unchanged: the dialect states no maximum length, and encoding only makes an id
 * longer.
 */
export function toLegalId(id: string): string {
  if (legal.test(id) && !id.startsWith(prefix)) return id;
  // The JSON form is well-formed Unicode even if the id contains an unpaired surrogate.
  return prefix + encodeBase64Url(JSON.stringify(id).slice(1, -1));
}

/** Decodes the result of `toLegalId`; any other string is returned unchanged. */
export function fromLegalId(legalId: string): string {
  if (!legalId.startsWith(prefix)) return legalId;
  const inner = decodeBase64Url(legalId.slice(prefix.length));
  const id = inner === undefined ? undefined : parseJson(`"${inner}"`);
  return typeof id === 'string' && toLegalId(id) === legalId ? id : legalId;
}

const short = /^[A-Za-z0-9]{9}$/;

/**
 * Encodes a call id as nine letters or digits, which Mistral's models require. Such an id is unchanged; any other
 * becomes a hash of 46 bits, so that a call and its result agree.
 */
export function toShortId(id: string): string {
  if (short.test(id)) return id;
  const high = hashText(`+${id}`) & 0x3fff;
  return (high * 2 ** 32 + hashText(id)).toString(36).padStart(9, '0');
}

/** Assigns call ids so that each is used once. */
export interface CallIds {
  /** Returns the id itself if it is neither empty nor taken, else a new one, and marks it as taken. */
  claim(id: string): string;
}

/**
 * Generates ids for calls without an id or with a duplicate one: the `anthropic-messages` dialect rejects
 * repeated ids in a history. The same seed and claims always yield the same ids.
 * @param seed characters `[A-Za-z0-9]` that distinguish this exchange from others
 */
export function createCallIds(seed: string): CallIds {
  let taken: Set<string> | undefined;
  let made = 0;
  return {
    claim(id) {
      taken ??= new Set();
      let free = id;
      while (free === '' || taken.has(free)) free = `call_${seed}_${++made}`;
      taken.add(free);
      return free;
    },
  };
}
