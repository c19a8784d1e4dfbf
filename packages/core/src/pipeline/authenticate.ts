import { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import type { Exchange } from './exchange.ts';
import { dialectOf } from '../http/endpoints.ts';
import { refuseGuess } from '../keys/guesses.ts';
import { isKeyShaped } from '../keys/secret.ts';
import { checkAddress, checkKey, hasEnded } from '../keys/validity.ts';
import type { Group } from '../models/routing/snapshot.ts';
import { chosenKeyHeader, findChosenKey, findOwnKey } from '../sessions/chosen-key.ts';
import type { AccountRecord, FoundKey, KeyRecord } from '../store/index.ts';

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

/** What identifies a caller: a whole exchange, or a plain look-up such as the model list. */
export type Credentials = Pick<Exchange, 'request' | 'host'>;

export interface AuthenticateOptions {
  /** Lets keys in that are used up for good: to ask what they have used. */
  readonly tolerant?: boolean;
  /** Lets in who has signed in to the console with a key, shows none here, and may choose no other. */
  readonly bySession?: boolean;
}

/**
 * Headers → key, account and groups, before any parsing of the body.
 * @throws GatewayError `unauthenticated`, `forbidden`, `rate-limited` or `overloaded`
 */
export async function authenticate(
  gateway: GatewayContext,
  from: Credentials,
  { tolerant = false, bySession = false }: AuthenticateOptions = {},
): Promise<Caller> {
  const secret = findSecret(from.request, queryKeyOf(from.request));
  await gateway.configuration.refresh();
  const own = bySession && secret === undefined ? await findOwnKey(gateway, from) : undefined;
  const found = own ?? (await findKey(gateway, from, { secret, mayChoose: !bySession }));
  if (!tolerant) checkKey(found, gateway.clock.now());
  checkAddress(found.key, from.host.address);
  const { key, account, secret: shown } = found;
  const ends = shown?.expiresAt !== undefined && { secretEndsAt: shown.expiresAt };
  return { key, account, groups: findGroups(gateway, key), ...ends };
}

/** A key that an operator calls with shows no secret. */
type KnownKey = Pick<FoundKey, 'key' | 'account'> & Partial<Pick<FoundKey, 'secret'>>;

/** The key of the secret; a request without any may come from the console, which names a key by its id. */
async function findKey(
  gateway: GatewayContext,
  from: Credentials,
  { secret, mayChoose }: { readonly secret: string | undefined; readonly mayChoose: boolean },
): Promise<KnownKey> {
  const names = mayChoose && secret === undefined;
  const chosen = names ? from.request.headers.get(chosenKeyHeader) : null;
  if (chosen !== null) return findChosenKey(gateway, from, chosen);
  const found = secret === undefined ? undefined : await gateway.keys.find(secret);
  if (found !== undefined && !hasEnded(found.secret, gateway.clock.now())) return found;
  const isShaped = secret !== undefined;
  throw refuseGuess(gateway.guesses, from.host.address, { isShaped, ...wrongKey });
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
