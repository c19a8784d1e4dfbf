/** Sessions of the console: starts them, finds the one of a request, and deletes expired ones. */
import {
  checkAddress,
  checkKey,
  type Clock,
  createSessionSecret,
  type ExtensionContext,
  hasEnded,
  hashSecret,
  type IncomingRequest,
  isSessionShaped,
  type Logger,
  refuseGuess,
  toGatewayError,
} from '@parley/core/extension';
import type {
  AdminRole,
  FoundKey,
  SessionRecord,
  SessionStore,
  SessionSubject,
  UserRecord,
} from '@parley/core/store';
import { isFromConsole, readCookie, sessionCookie } from './cookie.ts';
import { maySignIn } from './user-admission.ts';

/** Somebody who signed in to administer the gateway. */
export interface SignedInOperator {
  readonly kind: 'operator';
  readonly role: AdminRole;
  /** The name of the admin token or the user. */
  readonly name: string;
  /** The name in the audit log: `token:<id>` or `user:<id>`. */
  readonly actor: string;
}

/** Somebody who signed in with an API key. */
export interface SignedInHolder {
  readonly kind: 'key';
  readonly found: FoundKey;
}

export type Session = (SignedInOperator | SignedInHolder) & {
  /** SHA-256 of the secret of the session. */
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
};

/** How long a session lasts, in milliseconds. */
export const sessionMs = 12 * 60 * 60 * 1_000;

/** The header with the subject that a page shows, because another tab may have signed in as somebody else. */
const subjectHeader = 'parley-subject';

/**
 * The session that authorizes a request. The cookie counts only with the header that pages of other sites
 * cannot send, and only for the subject that the request names, if it names one. The subject of the session is read
 * anew each time, so that the session ends with it.
 * @throws GatewayError `overloaded` when the store does not respond
 */
export async function findSession(
  gateway: ExtensionContext,
  incoming: IncomingRequest,
): Promise<Session | undefined> {
  if (!isFromConsole(incoming.request)) return undefined;
  const session = await readSession(gateway, incoming);
  const meant = incoming.request.headers.get(subjectHeader);
  const isMeant = session !== undefined && (meant === null || meant === nameSubject(session));
  return isMeant ? session : undefined;
}

/** The subject of a session as the audit log names it: `token:<id>`, `user:<id>` or `key:<id>`. */
export function nameSubject(signedIn: SignedInOperator | SignedInHolder): string {
  return signedIn.kind === 'key' ? `key:${signedIn.found.key.id}` : signedIn.actor;
}

/** The session of a request from any page; use it only to show who is signed in. */
export async function readSession(
  gateway: ExtensionContext,
  incoming: IncomingRequest,
): Promise<Session | undefined> {
  const secret = readCookie(incoming, sessionCookie);
  if (secret === undefined || !isSessionShaped(secret, 'session')) return undefined;
  if (!gateway.snapshot().servesConsole) return undefined;
  const hash = await hashSecret(secret);
  try {
    const record = await findRecord(gateway, incoming, hash);
    if (record?.purpose !== 'session' || record.expiresAt <= gateway.clock.now()) return undefined;
    const signedIn = await findSignedIn(gateway, record.subject, incoming.host.address);
    return signedIn && { ...signedIn, hash, expiresAt: record.expiresAt };
  } catch (thrown) {
    throw toGatewayError(thrown);
  }
}

/** The error message for an address after too many of them. */
export const tooManyCredentials = 'Too many wrong credentials from this address.';

/** Sessions that do not exist count as wrong credentials, which hardly reach the store after too many. */
async function findRecord(
  { store, authFailures }: ExtensionContext,
  { host: { address } }: IncomingRequest,
  hash: string,
): Promise<SessionRecord | undefined> {
  if (!authFailures.knows(hash)) refuseGuess(authFailures, address, tooManyCredentials);
  const record = await store.findSession(hash);
  if (record !== undefined) authFailures.accept(hash);
  else if (address !== undefined) authFailures.record(address);
  return record;
}

/**
 * The operator or key holder that a session stands for.
 * @param address the network address of the client, which a key may restrict
 * @returns undefined when the subject was deleted, disabled, rotated or has expired
 */
export async function findSignedIn(
  gateway: ExtensionContext,
  { kind, reference }: SessionSubject,
  address: string | undefined,
): Promise<SignedInOperator | SignedInHolder | undefined> {
  if (kind === 'key') return findHolder(gateway, reference, address);
  return kind === 'token' ? findTokenOwner(gateway, reference) : findUser(gateway, reference);
}

async function findUser(
  gateway: ExtensionContext,
  id: string,
): Promise<SignedInOperator | undefined> {
  const user = await gateway.store.readUser(id);
  const { signIn } = gateway.snapshot();
  return user && maySignIn(user, signIn?.oidc) ? toSignedInUser(user) : undefined;
}

export function toSignedInUser({ id, email, name, role }: UserRecord): SignedInOperator {
  return { kind: 'operator', role, name: name ?? email, actor: `user:${id}` };
}

async function findHolder(
  { store, clock }: ExtensionContext,
  hash: string,
  address: string | undefined,
): Promise<SignedInHolder | undefined> {
  const found = await store.findKey(hash);
  if (found === undefined || hasEnded(found.secret, clock.now())) return undefined;
  try {
    checkKey(found, clock.now());
    checkAddress(found.key, address);
  } catch {
    return undefined;
  }
  return { kind: 'key', found };
}

async function findTokenOwner(
  { store }: ExtensionContext,
  hash: string,
): Promise<SignedInOperator | undefined> {
  const token = await store.findAdminToken(hash);
  if (token === undefined) return undefined;
  return { kind: 'operator', role: token.role, name: token.name, actor: `token:${token.id}` };
}

/** Starts a session with a new secret. */
export async function startSession(
  { store, clock, authFailures }: ExtensionContext,
  subject: SessionSubject,
): Promise<{ readonly secret: string; readonly expiresAt: number }> {
  const { secret, hash } = await createSessionSecret('session');
  authFailures.accept(hash);
  const createdAt = clock.now();
  const expiresAt = createdAt + sessionMs;
  await store.addSession({ hash, purpose: 'session', subject, createdAt, expiresAt });
  return { secret, expiresAt };
}

/** Pause between two sweeps, in milliseconds. */
const sweepPauseMs = 10 * 60_000;

/** Deletes expired sessions and links, at most once per pause. Never rejects. */
export function createSessionSweeper(
  store: Pick<SessionStore, 'deleteExpiredSessions'>,
  clock: Clock,
  log: Logger,
): () => Promise<void> {
  let sweptAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (clock.monotonic() - sweptAt < sweepPauseMs) return;
    sweptAt = clock.monotonic();
    try {
      await store.deleteExpiredSessions(clock.now());
    } catch (cause) {
      log('warn', 'Expired sessions could not be deleted.', { cause });
    }
  };
}
