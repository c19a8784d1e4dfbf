/** `/console/session`: who is signed in, signing in and signing out. */
import { GatewayError } from '@parley/protocol';
import * as z from 'zod';
import { mayRotate } from '../key-holder/own-key.ts';
import { formatTimeOrNull } from '../shared/times.ts';
import { type GatewayContext, readBody } from '@parley/core/extension';
import { isFromConsole, isOwnSite, sessionCookie, writeCookie } from './cookie.ts';
import type { IncomingRequest } from '@parley/core/extension';
import {
  findSession,
  readSession,
  sessionMs,
  type SignedInHolder,
  type SignedInOperator,
} from './session.ts';
import { auditSession, describeAddress, signIn } from './sign-in.ts';
import { checkInput, parseInput } from '../shared/input.ts';

const credential = z.union(
  [
    z.strictObject({ secret: z.string().trim().min(1).max(1_000) }),
    z.strictObject({ link: z.string().trim().min(1).max(1_000) }),
  ],
  'Give either secret, an admin token or an API key, or link, the code of a sign-in link.',
);

/** Bytes of a body that holds a credential. */
const longestBody = 4_096;

export async function showSession(
  gateway: GatewayContext,
  from: IncomingRequest,
): Promise<Response> {
  const session = await readSession(gateway, from);
  return respond(gateway, session, session?.expiresAt);
}

/** @throws GatewayError `unauthenticated`, `forbidden`, `rate-limited` or `invalid-request` */
export async function createSession(
  gateway: GatewayContext,
  from: IncomingRequest,
): Promise<Response> {
  // A page of somebody else must not sign a visitor in, to an account of its own choice.
  if (!isOwnSite(from.request)) throw foreignPage();
  const shown = checkInput(credential, parseInput(await readCredential(gateway, from.request)));
  const { signedIn, secret, expiresAt } = await signIn(gateway, from, shown);
  const response = respond(gateway, signedIn, expiresAt);
  response.headers.append('set-cookie', writeSessionCookie(from, secret));
  return response;
}

export async function deleteSession(
  gateway: GatewayContext,
  from: IncomingRequest,
): Promise<Response> {
  if (!isFromConsole(from.request)) throw foreignPage();
  const session = await findSession(gateway, from);
  if (session !== undefined) {
    await gateway.store.deleteSession(session.hash);
    if (session.kind === 'operator') {
      const detail = describeAddress(from);
      await auditSession(gateway, { actor: session.actor, action: 'session.delete', detail });
    }
  }
  const headers = { 'cache-control': 'no-store', 'set-cookie': writeSessionCookie(from, '') };
  return new Response(null, { status: 204, headers });
}

/** @param secret empty takes the cookie away */
export function writeSessionCookie(from: IncomingRequest, secret: string): string {
  const maxAgeSeconds = secret === '' ? 0 : sessionMs / 1_000;
  return writeCookie(from, sessionCookie, { value: secret, maxAgeSeconds, sameSite: 'Strict' });
}

/** Without a type of content a page of another origin could send it without being asked first. */
function readCredential(gateway: GatewayContext, request: Request): Promise<string> {
  if (request.headers.get('content-type') === null) {
    throw new GatewayError('unsupported', 'Send the body as application/json.', {
      reason: 'unsupported_media_type',
    });
  }
  const limits = { ...gateway.limits, requestBytes: longestBody };
  return readBody({ ...gateway, limits }, request);
}

function foreignPage(): GatewayError {
  const message = 'Only the console itself may do this: send the header parley-console: 1.';
  return new GatewayError('forbidden', message, { reason: 'foreign_page' });
}

function respond(
  gateway: GatewayContext,
  signedIn: SignedInOperator | SignedInHolder | undefined,
  expiresAt: number | undefined,
): Response {
  const view = {
    object: 'session',
    kind: signedIn?.kind ?? null,
    ...describeSignedIn(gateway, signedIn),
    sign_in: { oidc: gateway.snapshot().signIn?.oidc?.title ?? null },
    version: gateway.version,
    expires_at: formatTimeOrNull(expiresAt),
  };
  return Response.json(view, { headers: { 'cache-control': 'no-store' } });
}

function describeSignedIn(
  gateway: GatewayContext,
  signedIn: SignedInOperator | SignedInHolder | undefined,
): object {
  if (signedIn?.kind === 'key') {
    const { id, name, groups } = signedIn.found.key;
    return { role: null, name, key_id: id, may_rotate: mayRotate(gateway.snapshot(), groups) };
  }
  const { role = null, name = null } = signedIn ?? {};
  return { role, name, key_id: null, may_rotate: false };
}
