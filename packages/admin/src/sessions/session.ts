/** Sessions of the console: who is behind a cookie, and how a session begins and ends. */
import {
  checkAddress,
  checkKey,
  createSessionSecret,
  type GatewayContext,
  hasEnded,
  hashSecret,
  isSessionShaped,
  toGatewayError,
} from '@parley/core/extension';
import type { AdminRole, FoundKey, SessionSubject, UserRecord } from '@parley/core/store';
import { isFromConsole, readCookie, sessionCookie } from './cookie.ts';
import type { IncomingRequest } from '@parley/core/extension';
import { mayEnter } from './user-admission.ts';

/** Somebody who administers Parley. */
export interface SignedInOperator {
  readonly kind: 'operator';
  readonly role: AdminRole;
  /** Of the token or the person. */
  readonly name: string;
  /** As the audit log names them: `token:<id>` or `user:<id>`. */
  readonly actor: string;
}

/** Somebody who holds a key. */
export interface SignedInHolder {
  readonly kind: 'key';
  readonly found: FoundKey;
}

export type Session = (SignedInOperator | SignedInHolder) & {
  /** SHA-256 of its secret. */
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
};

/** How long a session lasts, in milliseconds. */
export const sessionMs = 12 * 60 * 60 * 1_000;

/**
 * The session by which a request may act: its cookie counts only beside the header that no foreign page
 * can send. What the session stands for is looked up anew each time, so that it ends with it.
 * @throws GatewayError `overloaded` when the store does not answer
 */
export async function findSession(
  gateway: GatewayContext,
  from: IncomingRequest,
): Promise<Session | undefined> {
  return isFromConsole(from.request) ? readSession(gateway, from) : undefined;
}

/** The session of a request, whoever made it: only to tell the console who is signed in. */
export async function readSession(
  gateway: GatewayContext,
  from: IncomingRequest,
): Promise<Session | undefined> {
  const secret = readCookie(from, sessionCookie);
  if (secret === undefined || !isSessionShaped(secret, 'session')) return undefined;
  if (!gateway.snapshot().servesConsole) return undefined;
  const hash = await hashSecret(secret);
  try {
    const record = await gateway.store.findSession(hash);
    if (record?.purpose !== 'session' || record.expiresAt <= gateway.clock.now()) return undefined;
    const holder = await findSignedIn(gateway, record.subject, from.host.address);
    return holder && { ...holder, hash, expiresAt: record.expiresAt };
  } catch (thrown) {
    throw toGatewayError(thrown);
  }
}

/** Who stands behind a session as of now; nobody when that was deleted, disabled, rotated away or ended. */
export async function findSignedIn(
  gateway: GatewayContext,
  { kind, reference }: SessionSubject,
  address: string | undefined,
): Promise<SignedInOperator | SignedInHolder | undefined> {
  if (kind === 'key') return findHolder(gateway, reference, address);
  return kind === 'token' ? findTokenHolder(gateway, reference) : findUser(gateway, reference);
}

async function findUser(
  gateway: GatewayContext,
  id: string,
): Promise<SignedInOperator | undefined> {
  const user = await gateway.store.readUser(id);
  const { signIn } = gateway.snapshot();
  return user && mayEnter(user, signIn?.oidc) ? describeUser(user) : undefined;
}

export function describeUser({ id, email, name, role }: UserRecord): SignedInOperator {
  return { kind: 'operator', role, name: name ?? email, actor: `user:${id}` };
}

async function findHolder(
  { store, clock }: GatewayContext,
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

async function findTokenHolder(
  { store }: GatewayContext,
  hash: string,
): Promise<SignedInOperator | undefined> {
  const token = await store.findAdminToken(hash);
  if (token === undefined) return undefined;
  return { kind: 'operator', role: token.role, name: token.name, actor: `token:${token.id}` };
}

/** Begins a session with a secret of its own. Gives the secret, and when it ends. */
export async function startSession(
  { store, clock }: GatewayContext,
  subject: SessionSubject,
): Promise<{ readonly secret: string; readonly expiresAt: number }> {
  const { secret, hash } = await createSessionSecret('session');
  const createdAt = clock.now();
  const expiresAt = createdAt + sessionMs;
  await store.addSession({ hash, purpose: 'session', subject, createdAt, expiresAt });
  return { secret, expiresAt };
}
