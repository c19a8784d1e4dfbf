/** Finds the API key of a request; used by the authenticate stage and by endpoints that call no model. */
import { GatewayError } from '@parley/protocol';
import type { ExtensionContext, FindKey, IdentifiedKey, IncomingRequest } from '../../context.ts';
import { refuseCredential, refuseGuess } from '../../keys/auth-failure-limiter.ts';
import { isKeyShaped } from '../../keys/secret.ts';
import { checkAddress, checkKey, hasEnded } from '../../keys/validity.ts';
import type { Group } from '../../models/routing/snapshot.ts';
import { hasTimers, type HttpRequest } from '../../ports.ts';
import type { AccountRecord, KeyRecord } from '../../store/index.ts';

/** An authenticated client: its key, account and groups. */
export interface Caller {
  readonly key: KeyRecord;
  readonly account: AccountRecord;
  /**
   * The groups of the key with all their routes, the default group first. A reload of the configuration
   * does not change them.
   */
  readonly groups: readonly [Group, ...Group[]];
  /** When the secret of the request expires because it was replaced, in milliseconds since 1970. */
  readonly secretEndsAt?: number;
}

/** What an endpoint accepts as a key. */
export interface IdentifyOptions {
  /** Whether clients of the endpoint may send the key in the query; false by default. */
  readonly takesKeyInQuery?: boolean;
  /** Accepts keys that are used up, expired or disabled, whose holders may still read their usage. */
  readonly tolerant?: boolean;
  /** Finds the key of a request without a secret; calls the extensions by default. */
  readonly findKey?: FindKey;
}

/**
 * Finds key, account and groups by the headers, without reading the body. Returns at once for a key that was used
 * lately.
 * @throws GatewayError `unauthenticated`, `forbidden`, `rate-limited`, `overloaded` or, for a key in the
 *   query, `invalid-request`
 */
export function identifyCaller(
  gateway: ExtensionContext,
  incoming: IncomingRequest<HttpRequest>,
  { takesKeyInQuery = false, tolerant = false, findKey }: IdentifyOptions = {},
): Caller | Promise<Caller> {
  const secret = findSecret(
    gateway,
    incoming.request,
    findQueryKeys(incoming.request, takesKeyInQuery),
  );
  if (secret !== undefined && !gateway.keys.knows(secret)) {
    refuseGuess(gateway.authFailures, incoming.host.address, wrongKey.tooMany);
  }
  const byTimer = hasTimers(incoming.host);
  const refreshed = gateway.configuration.refresh(byTimer);
  const known = secret === undefined ? undefined : gateway.keys.recall(secret, byTimer);
  const accept = (found: IdentifiedKey | undefined): Caller =>
    acceptKey(gateway, incoming, { found, secret, tolerant });
  if (known !== undefined && refreshed === undefined) return accept(known);
  const finding =
    secret === undefined
      ? (findKey ?? createFindKey(gateway))(toWebRequest(incoming))
      : (known ?? gateway.keys.find(secret, byTimer));
  return Promise.all([finding, refreshed]).then(([found]) => accept(found));
}

/** The key that was found for a request. */
interface Presented {
  readonly found: IdentifiedKey | undefined;
  /** Absent in requests whose key an extension finds. */
  readonly secret: string | undefined;
  readonly tolerant: boolean;
}

function acceptKey(
  gateway: ExtensionContext,
  { host }: IncomingRequest<HttpRequest>,
  { found, secret, tolerant }: Presented,
): Caller {
  const now = gateway.clock.now();
  if (found === undefined || hasEnded(found.secret, now)) {
    const isShaped = secret !== undefined;
    throw refuseCredential(gateway.authFailures, host.address, { isShaped, ...wrongKey });
  }
  if (!tolerant) checkKey(found, now);
  checkAddress(found.key, host.address);
  const { key, account, secret: shown } = found;
  return { key, account, groups: findGroups(gateway, key), secretEndsAt: shown?.expiresAt };
}

/** Extensions get a web `Request`, which only requests without a key cost; its body is left out. */
function toWebRequest({ request, host }: IncomingRequest<HttpRequest>): IncomingRequest {
  if (request instanceof Request) return { request, host };
  const { method, url, headers } = request;
  return { request: new Request(url, { method, headers: [...headers].map(toPair) }), host };
}

function toPair([name, value]: readonly [string, string]): [string, string] {
  return [name, value];
}

/** The first key that an extension finds. */
function createFindKey({ extensions }: ExtensionContext): FindKey {
  return async (incoming) => {
    for (const extension of extensions) {
      const found = await extension.findKey?.(incoming);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** The groups of the key that still exist in the configuration. */
function findGroups(gateway: ExtensionContext, { groups: names }: KeyRecord): Caller['groups'] {
  const { groups } = gateway.snapshot();
  const found: Group[] = [];
  for (const name of names) {
    const group = groups.get(name);
    if (group !== undefined) found.push(group);
  }
  if (isFilled(found)) return found;
  throw new GatewayError('forbidden', 'The group of this API key is not available.', {
    reason: 'group_not_allowed',
  });
}

function isFilled(groups: readonly Group[]): groups is Caller['groups'] {
  return groups.length > 0;
}

/** The headers with the bare key: of Anthropic's, Google's and Azure's clients. */
const keyHeaders = ['x-api-key', 'x-goog-api-key', 'api-key'];

/**
 * Finds the one secret in the format of a Parley key. Other credentials are ignored.
 * @throws GatewayError `unauthenticated` for two different secrets in that format
 */
function findSecret(
  gateway: ExtensionContext,
  { headers }: HttpRequest,
  queryKeys: readonly string[],
): string | undefined {
  let found = ourSecret(gateway, readBearer(headers.get('authorization')));
  for (const name of keyHeaders) found = onlyOne(found, ourSecret(gateway, headers.get(name)));
  for (const key of queryKeys) found = onlyOne(found, ourSecret(gateway, key));
  return found;
}

function readBearer(authorization: string | null): string | undefined {
  return authorization === null ? undefined : /^Bearer[ ]+(\S+)[ ]*$/i.exec(authorization)?.[1];
}

/** The credential if it has the format of a Parley key; those that are known need no check. */
function ourSecret(
  { keys }: ExtensionContext,
  credential: string | null | undefined,
): string | undefined {
  const secret = credential?.trim() ?? '';
  return secret !== '' && (keys.knows(secret) || isKeyShaped(secret)) ? secret : undefined;
}

function onlyOne(found: string | undefined, other: string | undefined): string | undefined {
  if (found === undefined || other === undefined || found === other) return found ?? other;
  throw new GatewayError('unauthenticated', 'The request carries two different API keys.', {
    reason: 'conflicting_api_keys',
  });
}

/**
 * Finds the keys in the query. They are rejected unless the dialect defines one, because URLs are written to logs.
 */
function findQueryKeys(request: HttpRequest, takesKeyInQuery: boolean): readonly string[] {
  if (!request.url.includes('key=')) return [];
  const { searchParams } = new URL(request.url);
  const keys = searchParams.getAll('key');
  const areAccepted = keys.length === 0 || takesKeyInQuery;
  if (areAccepted && !searchParams.has('api_key')) return keys;
  throw new GatewayError('invalid-request', 'Send the API key in a header, not in the URL.', {
    reason: 'api_key_in_query',
  });
}

const wrongKey = {
  message: 'The API key is missing or wrong.',
  reason: 'invalid_api_key',
  tooMany: 'Too many wrong API keys from this address.',
};
