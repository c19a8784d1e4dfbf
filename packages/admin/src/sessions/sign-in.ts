/** Signing in to the console with what somebody has: an admin token, an API key or a link. */
import type { GatewayError } from '@parley/protocol';
import { audit } from '../operator.ts';
import {
  checkAddress,
  checkKey,
  type GatewayContext,
  hasEnded,
  hashSecret,
  isAdminShaped,
  isKeyShaped,
  isSessionShaped,
  refuseCredential,
} from '@parley/core/extension';
import type { SessionSubject } from '@parley/core/store';
import { readCookie, sessionCookie } from './cookie.ts';
import type { IncomingRequest } from '@parley/core/extension';
import {
  findSignedIn,
  startSession,
  type SignedInHolder,
  type SignedInOperator,
} from './session.ts';

/** What somebody shows. */
export type ShownCredential = { readonly secret: string } | { readonly link: string };

/** A session that has just begun. */
export interface StartedSession {
  readonly signedIn: SignedInOperator | SignedInHolder;
  /** For the cookie; the store knows its hash only. */
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Begins a session for whoever shows a credential.
 * @throws GatewayError `unauthenticated`, `forbidden` or `rate-limited`
 */
export async function signIn(
  gateway: GatewayContext,
  from: IncomingRequest,
  shown: ShownCredential,
): Promise<StartedSession> {
  const means = 'link' in shown ? 'link' : 'secret';
  const subject =
    'link' in shown
      ? await useLink(gateway, shown.link)
      : await findSubject(gateway, from, shown.secret);
  const signedIn = subject && (await findSignedIn(gateway, subject, from.host.address));
  if (subject === undefined || signedIn === undefined) throw await refuse(gateway, from, shown);
  return beginSession(gateway, from, { subject, signedIn, means });
}

/** Begins a session in place of the one that the browser had, and writes it into the audit log. */
export async function beginSession(
  gateway: GatewayContext,
  from: IncomingRequest,
  { subject, signedIn, means }: SignIn,
): Promise<StartedSession> {
  const former = readCookie(from, sessionCookie);
  if (former !== undefined) await gateway.store.deleteSession(await hashSecret(former));
  const started = await startSession(gateway, subject);
  if (signedIn.kind === 'operator') {
    const detail = { means, ...describeAddress(from) };
    await auditSession(gateway, { actor: signedIn.actor, action: 'session.create', detail });
  }
  return { signedIn, ...started };
}

/** Who has shown what. */
export interface SignIn {
  readonly subject: SessionSubject;
  readonly signedIn: SignedInOperator | SignedInHolder;
  readonly means: 'secret' | 'link' | 'oidc';
}

/** Writes down what became of a session of an operator. */
export async function auditSession(
  { store, clock }: GatewayContext,
  { actor, action, detail }: SessionDeed,
): Promise<void> {
  const [kind = '', id = ''] = actor.split(':');
  const subject =
    id === ''
      ? { subjectKind: 'session', subjectId: kind }
      : { subjectKind: kind === 'user' ? 'user' : 'admin_token', subjectId: id };
  await audit({ store, clock, actor }, { action, ...subject, detail });
}

export interface SessionDeed {
  /** `token:<id>`, `user:<id>`, or `anonymous` for whom nobody knows. */
  readonly actor: string;
  readonly action: 'session.create' | 'session.delete' | 'session.refuse';
  readonly detail: Readonly<Record<string, string>>;
}

export function describeAddress({ host: { address } }: IncomingRequest): { address?: string } {
  return address === undefined ? {} : { address };
}

/** What a credential stands for. The holder of a key is told what is wrong with it. */
async function findSubject(
  { store, clock }: GatewayContext,
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

/** Deleting it decides who uses it, should two come at once. */
async function useLink(
  { store, clock }: GatewayContext,
  code: string,
): Promise<SessionSubject | undefined> {
  if (!isSessionShaped(code, 'link')) return undefined;
  const hash = await hashSecret(code);
  const link = await store.findSession(hash);
  if (link?.purpose !== 'link' || link.expiresAt <= clock.now()) return undefined;
  return (await store.deleteSession(hash)) ? link.subject : undefined;
}

/** One answer for everything that is wrong. Attempts to become an operator are written down. */
async function refuse(
  gateway: GatewayContext,
  from: IncomingRequest,
  shown: ShownCredential,
): Promise<GatewayError> {
  const isLink = 'link' in shown;
  const forOperators = isLink ? isSessionShaped(shown.link, 'link') : isAdminShaped(shown.secret);
  const refusal = refuseCredential(gateway.authFailures, from.host.address, {
    isShaped: forOperators || (!isLink && isKeyShaped(shown.secret)),
    ...(isLink ? wrongLink : wrongSecret),
  });
  // Who guesses too often is refused without a trace, so that nobody fills the log.
  if (forOperators && refusal.code === 'unauthenticated') {
    const detail = { means: isLink ? 'link' : 'secret', ...describeAddress(from) };
    await auditSession(gateway, { actor: 'anonymous', action: 'session.refuse', detail });
  }
  return refusal;
}

const tooMany = 'Too many wrong credentials from this address.';
const wrongLink = {
  message: 'This link was used before, or its time is over.',
  reason: 'invalid_link',
  tooMany,
};
const wrongSecret = {
  message: 'The admin token or API key is missing or wrong.',
  reason: 'invalid_credential',
  tooMany,
};
