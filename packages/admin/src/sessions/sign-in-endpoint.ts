/** The endpoints `/console/sign-in`: redirect the browser to the OpenID provider, and sign in when it returns. */
import {
  createSessionSecret,
  type ExtensionContext,
  type IncomingRequest,
  isSessionShaped,
} from '@parley/core/extension';
import { originOf, readCookie, writeCookie } from './cookie.ts';
import { createAuthorizationUrl, verifyPerson, type SignInAttempt } from './identity-provider.ts';
import { SignInFailure } from './sign-in-failure.ts';
import { toSignedInUser } from './session.ts';
import { auditSession, beginSession, describeAddress } from './sign-in.ts';
import { findOrAddUser } from './user-admission.ts';
import { writeSessionCookie } from './session-endpoint.ts';

/** The cookie with the secret of an unfinished sign-in; `Lax`, because the browser returns from another site. */
const attemptCookie = 'parley_sign_in';
/** How long a sign-in may take, in seconds. */
const attemptSeconds = 600;

const callbackPath = '/console/sign-in/callback';

/** Redirects the browser to the provider. */
export async function beginSignIn(
  gateway: ExtensionContext,
  incoming: IncomingRequest,
): Promise<Response> {
  try {
    const { secret } = await createSessionSecret('session');
    const url = await createAuthorizationUrl(createAttempt(gateway, incoming, secret));
    return redirect(url.href, [writeAttempt(incoming, secret)]);
  } catch (thrown) {
    return redirectWithError(gateway, incoming, { thrown });
  }
}

/** Handles the return from the provider: starts a session if the person may sign in. */
export async function finishSignIn(
  gateway: ExtensionContext,
  incoming: IncomingRequest,
): Promise<Response> {
  let email: string | undefined;
  try {
    const secret = readCookie(incoming, attemptCookie);
    if (secret === undefined || !isSessionShaped(secret, 'session')) {
      throw new SignInFailure('expired');
    }
    const attempt = createAttempt(gateway, incoming, secret);
    const person = await verifyPerson(attempt, new URL(incoming.request.url).searchParams);
    ({ email } = person);
    const user = await findOrAddUser(gateway, attempt.oidc, person);
    const subject = { kind: 'user', reference: user.id } as const;
    const signedIn = toSignedInUser(user);
    const started = await beginSession(gateway, incoming, { subject, signedIn, means: 'oidc' });
    return redirect('/console', [
      writeSessionCookie(incoming, started.secret),
      writeAttempt(incoming, ''),
    ]);
  } catch (thrown) {
    return redirectWithError(gateway, incoming, { thrown, email });
  }
}

/** @throws SignInFailure `not_configured` */
function createAttempt(
  gateway: ExtensionContext,
  incoming: IncomingRequest,
  secret: string,
): SignInAttempt {
  const { base_url: baseUrl, oidc } = gateway.snapshot().signIn ?? {};
  if (oidc === undefined) throw new SignInFailure('not_configured');
  const redirectUri = `${baseUrl ?? originOf(incoming)}${callbackPath}`;
  return { oidc, secret, redirectUri, now: gateway.clock.monotonic() };
}

function writeAttempt(incoming: IncomingRequest, value: string): string {
  const maxAgeSeconds = value === '' ? 0 : attemptSeconds;
  return writeCookie(incoming, attemptCookie, { value, maxAgeSeconds, sameSite: 'Lax' });
}

/** Shows the reason to the person on the page, and to operators in the log and the audit log. */
async function redirectWithError(
  gateway: ExtensionContext,
  incoming: IncomingRequest,
  { thrown, email }: { readonly thrown: unknown; readonly email?: string | undefined },
): Promise<Response> {
  if (!(thrown instanceof SignInFailure)) throw thrown;
  const { reason, cause } = thrown;
  if (cause !== undefined) {
    gateway.log('warn', 'A sign-in by OpenID Connect failed.', { reason, cause });
  }
  if (email !== undefined) {
    const detail = { means: 'oidc', reason, email, ...describeAddress(incoming) };
    await auditSession(gateway, { actor: 'anonymous', action: 'session.refuse', detail });
  }
  return redirect(`/console#error=${reason}`, [writeAttempt(incoming, '')]);
}

/** 303 See Other: the browser uses GET and does not keep the URL with the code in its history. */
function redirect(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}
