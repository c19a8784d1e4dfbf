/** Decides whether a person whom the OpenID provider verified may sign in, and as which user. */
import {
  emailAddress,
  type ExtensionContext,
  type OidcConfiguration,
} from '@parley/core/extension';
import { StoreConflictError, type UserRecord } from '@parley/core/store';
import type { VerifiedPerson } from './identity-provider.ts';
import { SignInFailure } from './sign-in-failure.ts';

/** Whether a user may be signed in now: not disabled, and invited or allowed by the configuration. */
export function maySignIn(user: UserRecord, oidc: OidcConfiguration | undefined): boolean {
  if (oidc === undefined || user.disabled) return false;
  return user.invited || isAllowed(user.email, oidc);
}

function isAllowed(email: string, { allow }: OidcConfiguration): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return allow !== undefined && (allow.emails.includes(email) || allow.domains.includes(domain));
}

/**
 * Finds the user of a verified person, or adds one at the first sign-in if the configuration allows it.
 * @throws SignInFailure `not_invited`, `user_disabled` or `other_identity`
 */
export async function findOrAddUser(
  gateway: ExtensionContext,
  oidc: OidcConfiguration,
  person: VerifiedPerson,
): Promise<UserRecord> {
  const email = emailAddress.safeParse(person.email).data;
  if (email === undefined) throw new SignInFailure('not_invited');
  const user =
    (await gateway.store.findUser(email)) ?? (await addPerson(gateway, oidc, { email, person }));
  checkUser(user, oidc, person);
  const { issuer, subject, name } = person;
  const lastSignedInAt = gateway.clock.now();
  const changes = { identity: { issuer, subject }, lastSignedInAt, ...(name && { name }) };
  const changed = await gateway.store.changeUser(user.id, changes);
  if (changed === undefined) throw new SignInFailure('not_invited');
  return changed;
}

function checkUser(user: UserRecord, oidc: OidcConfiguration, person: VerifiedPerson): void {
  if (user.disabled) throw new SignInFailure('user_disabled');
  if (!maySignIn(user, oidc)) throw new SignInFailure('not_invited');
  const { identity } = user;
  // The address may belong to another person now, which an operator has to decide. After a change of the
  // provider all subjects differ, so only subjects of the same issuer are compared.
  if (identity?.issuer === person.issuer && identity.subject !== person.subject) {
    throw new SignInFailure('other_identity');
  }
}

async function addPerson(
  { store, clock }: ExtensionContext,
  oidc: OidcConfiguration,
  { email, person }: { readonly email: string; readonly person: VerifiedPerson },
): Promise<UserRecord> {
  if (!isAllowed(email, oidc)) throw new SignInFailure('not_invited');
  const user: UserRecord = {
    id: crypto.randomUUID(),
    email,
    role: oidc.default_role,
    disabled: false,
    invited: false,
    identity: { issuer: person.issuer, subject: person.subject },
    createdAt: clock.now(),
  };
  try {
    await store.addUser(user);
    return user;
  } catch (thrown) {
    // Two sign-ins of the same person ran at the same time.
    const other = thrown instanceof StoreConflictError ? await store.findUser(email) : undefined;
    if (other === undefined) throw thrown;
    return other;
  }
}
