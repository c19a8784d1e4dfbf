/** `/console/sign-in`: to a provider of identities and back. Every answer sends the browser on. */
import { createSessionSecret, type GatewayContext, isSessionShaped } from '@parley/core/extension';
import { originOf, readCookie, writeCookie } from './cookie.ts';
import type { IncomingRequest } from '@parley/core/extension';
import { createAuthorizationUrl, verifyPerson, type SignInAttempt } from './identity-provider.ts';
import { SignInFailure } from './sign-in-failure.ts';
import { describeUser } from './session.ts';
import { auditSession, beginSession, describeAddress } from './sign-in.ts';
import { admitPerson } from './user-admission.ts';
import { writeSessionCookie } from './session-endpoint.ts';

/** Holds the secret of a sign-in that has begun; `Lax`, as the browser comes back from another site. */
const attemptCookie = 'parley_sign_in';
/** How long somebody may stay with the provider, in seconds. */
const attemptSeconds = 600;

const callbackPath = '/console/sign-in/callback';

/** Sends the browser to the provider. */
export async function beginSignIn(
  gateway: GatewayContext,
  from: IncomingRequest,
): Promise<Response> {
  try {
    const { secret } = await createSessionSecret('session');
    const url = await createAuthorizationUrl(createAttempt(gateway, from, secret));
    return redirect(url.href, [writeAttempt(from, secret)]);
  } catch (thrown) {
    return explain(gateway, from, { thrown });
  }
}

/** Takes the browser back, with a session for a person who may have one. */
export async function finishSignIn(
  gateway: GatewayContext,
  from: IncomingRequest,
): Promise<Response> {
  let email: string | undefined;
  try {
    const secret = readCookie(from, attemptCookie);
    if (secret === undefined || !isSessionShaped(secret, 'session')) {
      throw new SignInFailure('expired');
    }
    const attempt = createAttempt(gateway, from, secret);
    const person = await verifyPerson(attempt, new URL(from.request.url).searchParams);
    ({ email } = person);
    const user = await admitPerson(gateway, attempt.oidc, person);
    const subject = { kind: 'user', reference: user.id } as const;
    const signedIn = describeUser(user);
    const started = await beginSession(gateway, from, { subject, signedIn, means: 'oidc' });
    return redirect('/console', [writeSessionCookie(from, started.secret), writeAttempt(from, '')]);
  } catch (thrown) {
    return explain(gateway, from, { thrown, email });
  }
}

/** @throws SignInFailure `not_configured` */
function createAttempt(
  gateway: GatewayContext,
  from: IncomingRequest,
  secret: string,
): SignInAttempt {
  const { base_url: baseUrl, oidc } = gateway.snapshot().signIn ?? {};
  if (oidc === undefined) throw new SignInFailure('not_configured');
  const redirectUri = `${baseUrl ?? originOf(from)}${callbackPath}`;
  return { oidc, secret, redirectUri, now: gateway.clock.monotonic() };
}

function writeAttempt(from: IncomingRequest, value: string): string {
  const maxAgeSeconds = value === '' ? 0 : attemptSeconds;
  return writeCookie(from, attemptCookie, { value, maxAgeSeconds, sameSite: 'Lax' });
}

/** The page tells the person why; the log and the audit log tell the operator. */
async function explain(
  gateway: GatewayContext,
  from: IncomingRequest,
  { thrown, email }: { readonly thrown: unknown; readonly email?: string | undefined },
): Promise<Response> {
  if (!(thrown instanceof SignInFailure)) throw thrown;
  const { reason, cause } = thrown;
  if (cause !== undefined) {
    gateway.log('warn', 'A sign-in by the provider of identities failed.', { reason, cause });
  }
  if (email !== undefined) {
    const detail = { means: 'oidc', reason, email, ...describeAddress(from) };
    await auditSession(gateway, { actor: 'anonymous', action: 'session.refuse', detail });
  }
  return redirect(`/console#error=${reason}`, [writeAttempt(from, '')]);
}

/** See Other: the browser asks with GET, and the address it came from is not kept. */
function redirect(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}
