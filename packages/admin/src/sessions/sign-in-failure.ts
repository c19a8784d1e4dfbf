/** Why somebody could not sign in by way of a provider of identities. */

/** What the page of the console is told, as `#error=<reason>`. */
export type SignInFailureReason =
  /** No provider is configured. */
  | 'not_configured'
  /** The provider does not answer, or not as it should. */
  | 'provider_unavailable'
  /** The provider, or the person there, said no. */
  | 'refused_by_provider'
  /** It took too long, or another browser began. */
  | 'expired'
  /** What came back does not prove anything. */
  | 'not_verified'
  /** The provider tells no e-mail address. */
  | 'no_email'
  | 'email_not_verified'
  /** Neither invited nor on the list. */
  | 'not_invited'
  | 'user_disabled'
  /** Somebody else signed in with this address before. */
  | 'other_identity';

export class SignInFailure extends Error {
  readonly reason: SignInFailureReason;

  constructor(reason: SignInFailureReason, options?: ErrorOptions) {
    super(`The sign-in failed: ${reason}.`, options);
    this.name = 'SignInFailure';
    this.reason = reason;
  }
}
