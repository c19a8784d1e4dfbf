import { GatewayError } from '@parley/protocol';
import type { FindKey, GatewayContext, IdentifiedKey, IncomingRequest } from '../context.ts';
import { dialectOf } from '../http/request-dialect.ts';
import { refuseGuess } from '../keys/guesses.ts';
import { isKeyShaped } from '../keys/secret.ts';
import { checkAddress, checkKey, hasEnded } from '../keys/validity.ts';
import type { Group } from '../models/routing/snapshot.ts';
import type { AccountRecord, KeyRecord } from '../store/index.ts';

/** Who calls, and what the caller may name. */
export interface Caller {
  readonly key: KeyRecord;
  readonly account: AccountRecord;
  /**
   * Its groups with all routes, its default first. They hold for this exchange whatever is reloaded
   * meanwhile.
   */
  readonly groups: readonly [Group, ...Group[]];
  /** When the secret it showed ends, because it was replaced; in milliseconds since 1970. */
  readonly secretEndsAt?: number;
}

export interface AuthenticateOptions {
  /** Lets keys in that are used up for good: to ask what they have used. */
  readonly tolerant?: boolean;
  /** Finds the key where the request shows none; the extensions do by default. */
  readonly findKey?: FindKey;
}

/**
 * Headers → key, account and groups, before any parsing of the body.
 * @throws GatewayError `unauthenticated`, `forbidden`, `rate-limited` or `overloaded`
 */
export async function authenticate(
  gateway: GatewayContext,
  from: IncomingRequest,
  { tolerant = false, findKey }: AuthenticateOptions = {},
): Promise<Caller> {
  const secret = findSecret(from.request, queryKeyOf(from.request));
  await gateway.configuration.refresh();
  const found =
    secret === undefined
      ? await (findKey ?? askExtensions(gateway))(from)
      : await findKeyOfSecret(gateway, secret);
  if (found === undefined) {
    const isShaped = secret !== undefined;
    throw refuseGuess(gateway.guesses, from.host.address, { isShaped, ...wrongKey });
  }
  if (!tolerant) checkKey(found, gateway.clock.now());
  checkAddress(found.key, from.host.address);
  const { key, account, secret: shown } = found;
  const ends = shown?.expiresAt !== undefined && { secretEndsAt: shown.expiresAt };
  return { key, account, groups: findGroups(gateway, key), ...ends };
}

/** The first key that an extension finds. */
function askExtensions({ extensions }: GatewayContext): FindKey {
  return async (from) => {
    for (const extension of extensions) {
      const found = await extension.findKey?.(from);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

async function findKeyOfSecret(
  gateway: GatewayContext,
  secret: string,
): Promise<IdentifiedKey | undefined> {
  const found = await gateway.keys.find(secret);
  return found === undefined || hasEnded(found.secret, gateway.clock.now()) ? undefined : found;
}

/** The groups that exist of those the key is bound to. */
function findGroups(gateway: GatewayContext, { groups: names }: KeyRecord): Caller['groups'] {
  const { groups } = gateway.snapshot();
  const [first, ...rest] = names.flatMap((name) => groups.get(name) ?? []);
  if (first !== undefined) return [first, ...rest];
  throw new GatewayError('forbidden', 'The group of this API key is not available.', {
    reason: 'group_not_allowed',
  });
}

/**
 * The one credential that has the shape of our key. Foreign credentials beside it are ignored;
 * two different ones of ours contradict each other and count as none.
 */
function findSecret(request: Request, queryKey: string | undefined): string | undefined {
  const { headers } = request;
  const bearer = /^Bearer[ ]+(\S+)[ ]*$/i.exec(headers.get('authorization') ?? '')?.[1];
  const candidates = [bearer, headers.get('x-api-key'), headers.get('x-goog-api-key'), queryKey];
  const ours = new Set(
    candidates
      .map((candidate) => candidate?.trim() ?? '')
      .filter((candidate) => isKeyShaped(candidate)),
  );
  if (ours.size > 1) {
    throw new GatewayError('unauthenticated', 'The request carries two different API keys.', {
      reason: 'conflicting_api_keys',
    });
  }
  return [...ours][0];
}

/**
 * A key in the query, which only native paths take, as `key`: elsewhere it would end up in other
 * people's logs unnoticed, so it is refused.
 */
function queryKeyOf(request: Request): string | undefined {
  if (!request.url.includes('key=')) return undefined;
  const { pathname, searchParams } = new URL(request.url);
  const key = searchParams.get('key') ?? undefined;
  const isTaken = key === undefined || dialectOf(pathname, request) === 'gemini-generate';
  if (isTaken && !searchParams.has('api_key')) return key;
  throw new GatewayError('invalid-request', 'Send the API key in a header, not in the address.', {
    reason: 'api_key_in_query',
  });
}

const wrongKey = {
  message: 'The API key is missing or wrong.',
  reason: 'invalid_api_key',
  tooMany: 'Too many wrong API keys from this address.',
};
