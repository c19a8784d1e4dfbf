/** The endpoint `/console/session`: shows who is signed in, signs in and signs out. */
import { GatewayError } from '@parley/protocol';
import * as z from 'zod';
import { mayRotate } from '../key-holder/own-key.ts';
import { formatTimeOrNull } from '../shared/times.ts';
import type { ExtensionContext, IncomingRequest } from '@parley/core/extension';
import { isFromConsole, isOwnSite, sessionCookie, writeCookie } from './cookie.ts';
import {
  findSession,
  nameSubject,
  readSession,
  sessionMs,
  type SignedInHolder,
  type SignedInOperator,
} from './session.ts';
import { auditSession, describeAddress, signIn } from './sign-in.ts';
import { checkInput, parseInput, readShort } from '../shared/input.ts';

const credentialInput = z.union(
  [
    z.strictObject({ secret: z.string().trim().min(1).max(1_000) }),
    z.strictObject({ link: z.string().trim().min(1).max(1_000) }),
  ],
  'Send either `secret`, an admin token or API key, or `link`, the code of a sign-in link.',
);

/** Maximum size of a body, in bytes. */
const maxBodyBytes = 4_096;

export async function showSession(
  gateway: ExtensionContext,
  incoming: IncomingRequest,
): Promise<Response> {
  const session = await readSession(gateway, incoming);
  return respond(gateway, session, session?.expiresAt);
}

/** @throws GatewayError `unauthenticated`, `forbidden`, `rate-limited` or `invalid-request` */
export async function createSession(
  gateway: ExtensionContext,
  incoming: IncomingRequest,
): Promise<Response> {
  // A page of another site must not sign a visitor in as somebody of its choice (login CSRF).
  if (!isOwnSite(incoming.request)) throw notFromConsole();
  const credential = checkInput(
    credentialInput,
    parseInput(await readShort(gateway, incoming.request, maxBodyBytes)),
  );
  const { signedIn, secret, expiresAt } = await signIn(gateway, incoming, credential);
  const response = respond(gateway, signedIn, expiresAt);
  response.headers.append('set-cookie', writeSessionCookie(incoming, secret));
  return response;
}

export async function deleteSession(
  gateway: ExtensionContext,
  incoming: IncomingRequest,
): Promise<Response> {
  if (!isFromConsole(incoming.request)) throw notFromConsole();
  const session = await findSession(gateway, incoming);
  if (session !== undefined) {
    await gateway.store.deleteSession(session.hash);
    if (session.kind === 'operator') {
      const detail = describeAddress(incoming);
      await auditSession(gateway, { actor: session.actor, action: 'session.delete', detail });
    }
  }
  const headers = { 'cache-control': 'no-store', 'set-cookie': writeSessionCookie(incoming, '') };
  return new Response(null, { status: 204, headers });
}

/** @param secret empty deletes the cookie */
export function writeSessionCookie(incoming: IncomingRequest, secret: string): string {
  const maxAgeSeconds = secret === '' ? 0 : sessionMs / 1_000;
  return writeCookie(incoming, sessionCookie, { value: secret, maxAgeSeconds, sameSite: 'Strict' });
}

function notFromConsole(): GatewayError {
  const message = 'Only the console may send this request: add the header parley-console: 1.';
  return new GatewayError('forbidden', message, { reason: 'foreign_page' });
}

function respond(
  gateway: ExtensionContext,
  signedIn: SignedInOperator | SignedInHolder | undefined,
  expiresAt: number | undefined,
): Response {
  const view = {
    object: 'session',
    kind: signedIn?.kind ?? null,
    subject: signedIn ? nameSubject(signedIn) : null,
    ...toIdentityView(gateway, signedIn),
    sign_in: { oidc: gateway.snapshot().signIn?.oidc?.title ?? null },
    version: gateway.version,
    expires_at: formatTimeOrNull(expiresAt),
  };
  return Response.json(view, { headers: { 'cache-control': 'no-store' } });
}

function toIdentityView(
  gateway: ExtensionContext,
  signedIn: SignedInOperator | SignedInHolder | undefined,
): object {
  if (signedIn?.kind === 'key') {
    const { id, name, groups } = signedIn.found.key;
    return { role: null, name, key_id: id, may_rotate: mayRotate(gateway.snapshot(), groups) };
  }
  const { role = null, name = null } = signedIn ?? {};
  return { role, name, key_id: null, may_rotate: false };
}
