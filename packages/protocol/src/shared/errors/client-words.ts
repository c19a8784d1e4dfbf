// The words by which clients decide what to do after an error; used by the encoders of errors of all dialects.
import type { ErrorCode, GatewayError } from '../../canonical/error.ts';

/** Words that a message must contain, and what is put before one that does not contain them. */
export interface ClientWords {
  readonly known: RegExp;
  readonly prefix: string;
}

/**
 * The words in errors of the gateway itself. Coding assistants read messages, because a stream states no
 * status: they try again after the words of the first five codes, and stop at those of the last. Read from pi
 * 1.6.0 and opencode 1.18.
 */
const wordsOfCode: Partial<Readonly<Record<ErrorCode, ClientWords>>> = {
  overloaded: { known: /overloaded/i, prefix: 'Overloaded' },
  'rate-limited': { known: /rate.?limit|too many requests/i, prefix: 'Rate limit reached' },
  'upstream-timeout': { known: /timed? ?out/i, prefix: 'The request timed out' },
  'upstream-unavailable': { known: /(?:server|connection) error/i, prefix: 'Server error' },
  internal: { known: /server error/i, prefix: 'Internal server error' },
  'quota-exhausted': { known: /quota exceeded/i, prefix: 'Quota exceeded' },
};

/**
 * Returns the message of an error as a client gets it. An upstream's own words stay as they are; only a status of 400 or
 * more comes with any.
 * @param context the words of the dialect's vendor for a conversation that is too long, after which
 *   assistants shorten it
 */
export function messageForClient(
  { code, fault, message, upstreamStatus }: GatewayError,
  context: ClientWords,
): string {
  const isRelayed = upstreamStatus !== undefined && upstreamStatus >= 400;
  const ofCode = isRelayed ? undefined : wordsOfCode[code];
  const words = fault === 'context' ? context : ofCode;
  if (words === undefined || words.known.test(message)) return message;
  return `${words.prefix}: ${message}`;
}
