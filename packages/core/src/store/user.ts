/** People who administer Parley and sign in with a provider of identities. */
import type { AdminRole } from './admin-token.ts';

export interface UserRecord {
  readonly id: string;
  /** In lower case; unique. */
  readonly email: string;
  /** As the provider of identities has it. */
  readonly name?: string;
  readonly role: AdminRole;
  readonly disabled: boolean;
  /** Whether an operator let this person in by name; others need the configuration to let them in. */
  readonly invited: boolean;
  /** Who signed in first with this address; nobody else may then. */
  readonly identity?: UserIdentity;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970; absent when this person never did. */
  readonly lastSignedInAt?: number;
}

/** A person, as a provider of identities tells them apart (OpenID Connect Core 1.0, 2: `iss`, `sub`). */
export interface UserIdentity {
  readonly issuer: string;
  readonly subject: string;
}

export type UserChanges = Partial<
  Pick<UserRecord, 'name' | 'role' | 'disabled' | 'identity' | 'lastSignedInAt'>
>;
