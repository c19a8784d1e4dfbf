/** Signs in to the console with an admin token, an API key or a sign-in link, and creates such links. */
import type { GatewayError } from '@parley/protocol';
import {
  checkAddress,
  checkKey,
  createSessionSecret,
  type ExtensionContext,
  hasEnded,
  hashSecret,
  type IncomingRequest,
  isAdminShaped,
  isKeyShaped,
  isSessionShaped,
  refuseCredential,
  refuseGuess,
} from '@parley/core/extension';
import type { SessionSubject } from '@parley/core/store';
import { audit } from '../audit/audit-log.ts';
import type { Operator } from '../shared/operator.ts';
import { readCookie, sessionCookie } from './cookie.ts';
import {
  findSignedIn,
  startSession,
  tooManyCredentials,
  type SignedInHolder,
  type SignedInOperator,
} from './session.ts';

/** An admin token or API key, or the code of a sign-in link. */
export type Credential = { readonly secret: string } | { readonly link: string };

/** A session that has just started. */
export interface StartedSession {
  readonly signedIn: SignedInOperator | SignedInHolder;
  /** For the cookie; the store keeps only its hash. */
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Starts a session for a credential.
 * @throws GatewayError `unauthenticated`, `forbidden` or `rate-limited`
 */
export async function signIn(
  gateway: ExtensionContext,
  incoming: IncomingRequest,
  credential: Credential,
): Promise<StartedSession> {
  await refuseFlood(gateway, incoming, credential);
  const means = 'link' in credential ? 'link' : 'secret';
  const subject =
    'link' in credential
      ? await useLink(gateway, credential.link)
      : await findSubject(gateway, incoming, credential.secret);
  const signedIn = subject && (await findSignedIn(gateway, subject, incoming.host.address));
  if (subject === undefined || signedIn === undefined) {
    throw await refuse(gateway, incoming, credential);
  }
  return beginSession(gateway, incoming, { subject, signedIn, means });
}

/** @throws GatewayError `rate-limited` before the store is asked, after too many wrong credentials */
async function refuseFlood(
  { authFailures, keys }: ExtensionContext,
  { host }: IncomingRequest,
  credential: Credential,
): Promise<void> {
  const isKnown =
    'secret' in credential &&
    (keys.knows(credential.secret) || authFailures.knows(await hashSecret(credential.secret)));
  if (!isKnown) refuseGuess(authFailures, host.address, tooManyCredentials);
}

/** A successful sign-in. */
export interface SignIn {
  readonly subject: SessionSubject;
  readonly signedIn: SignedInOperator | SignedInHolder;
  readonly means: 'secret' | 'link' | 'oidc';
}

/** Replaces the session of the browser by a new one; writes the sign-in of an operator to the audit log. */
export async function beginSession(
  gateway: ExtensionContext,
  incoming: IncomingRequest,
  { subject, signedIn, means }: SignIn,
): Promise<StartedSession> {
  const former = readCookie(incoming, sessionCookie);
  if (former !== undefined) await gateway.store.deleteSession(await hashSecret(former));
  const started = await startSession(gateway, subject);
  if (signedIn.kind === 'operator') {
    const detail = { means, ...describeAddress(incoming) };
    await auditSession(gateway, { actor: signedIn.actor, action: 'session.create', detail });
  }
  return { signedIn, ...started };
}

/** A sign-in, a sign-out or a refused sign-in of an operator. */
export interface SessionAuditAction {
  /** `token:<id>`, `user:<id>`, or `anonymous` when unknown. */
  readonly actor: string;
  readonly action: 'session.create' | 'session.delete' | 'session.refuse';
  readonly detail: Readonly<Record<string, string>>;
}

export async function auditSession(
  { store, clock }: ExtensionContext,
  { actor, action, detail }: SessionAuditAction,
): Promise<void> {
  const [kind = '', id = ''] = actor.split(':');
  const subject =
    id === ''
      ? { subjectKind: 'session', subjectId: kind }
      : { subjectKind: kind === 'user' ? 'user' : 'admin_token', subjectId: id };
  await audit({ store, clock, actor }, { action, ...subject, detail });
}

export function describeAddress({ host: { address } }: IncomingRequest): { address?: string } {
  return address === undefined ? {} : { address };
}

/** @throws GatewayError that tells the holder of an existing key why it cannot be used */
async function findSubject(
  { store, clock }: ExtensionContext,
  { host }: IncomingRequest,
  secret: string,
): Promise<SessionSubject | undefined> {
  if (isAdminShaped(secret)) return { kind: 'token', reference: await hashSecret(secret) };
  if (!isKeyShaped(secret)) return undefined;
  const hash = await hashSecret(secret);
  const found = await store.findKey(hash);
  if (found === undefined || hasEnded(found.secret, clock.now())) return undefined;
  checkKey(found, clock.now());
  checkAddress(found.key, host.address);
  return { kind: 'key', reference: hash };
}

/** When two requests use a link at the same time, the one that deletes it wins. */
async function useLink(
  { store, clock }: ExtensionContext,
  code: string,
): Promise<SessionSubject | undefined> {
  if (!isSessionShaped(code, 'link')) return undefined;
  const hash = await hashSecret(code);
  const link = await store.findSession(hash);
  if (link?.purpose !== 'link' || link.expiresAt <= clock.now()) return undefined;
  return (await store.deleteSession(hash)) ? link.subject : undefined;
}

/** The same error for every wrong credential. Attempts to sign in as an operator are audited. */
async function refuse(
  gateway: ExtensionContext,
  incoming: IncomingRequest,
  credential: Credential,
): Promise<GatewayError> {
  const isLink = 'link' in credential;
  const isForOperator = isLink
    ? isSessionShaped(credential.link, 'link')
    : isAdminShaped(credential.secret);
  const refusal = refuseCredential(gateway.authFailures, incoming.host.address, {
    isShaped: isForOperator || (!isLink && isKeyShaped(credential.secret)),
    ...(isLink ? wrongLink : wrongSecret),
  });
  // Rate-limited attempts are not audited, so that nobody can fill the audit log.
  if (isForOperator && refusal.code === 'unauthenticated') {
    const detail = { means: isLink ? 'link' : 'secret', ...describeAddress(incoming) };
    await auditSession(gateway, { actor: 'anonymous', action: 'session.refuse', detail });
  }
  return refusal;
}

const wrongLink = {
  message: 'This link was used already or has expired.',
  reason: 'invalid_link',
  tooMany: tooManyCredentials,
};
const wrongSecret = {
  message: 'The admin token or API key is missing or wrong.',
  reason: 'invalid_credential',
  tooMany: tooManyCredentials,
};

/** How long a sign-in link works, in milliseconds. */
const linkMs = 10 * 60 * 1_000;

/**
 * Creates the code of a sign-in link. The link has it behind `#t=`, so that no server logs it. It works once;
 * its session stands for the oldest admin token with the role `admin` and ends with that token.
 * @returns undefined when there is no such token
 */
export async function createSignInLink({
  store,
  clock,
}: Pick<Operator, 'store' | 'clock'>): Promise<string | undefined> {
  const tokens = await store.listAdminTokens();
  const token = tokens.find(({ role }) => role === 'admin');
  if (token === undefined) return undefined;
  const { secret, hash } = await createSessionSecret('link');
  const createdAt = clock.now();
  await store.addSession({
    hash,
    purpose: 'link',
    subject: { kind: 'token', reference: token.hash },
    createdAt,
    expiresAt: createdAt + linkMs,
  });
  return secret;
}
