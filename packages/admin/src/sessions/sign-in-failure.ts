/** Why a sign-in by OpenID Connect failed. */

/** The console gets the reason as `#error=<reason>`. */
export type SignInFailureReason =
  /** No provider is configured. */
  | 'not_configured'
  /** The provider did not respond, or with an invalid response. */
  | 'provider_unavailable'
  /** The provider, or the person there, refused the sign-in. */
  | 'refused_by_provider'
  /** It took too long, or began in another browser. */
  | 'expired'
  /** The response of the provider could not be verified. */
  | 'not_verified'
  /** The provider returned no e-mail address. */
  | 'no_email'
  | 'email_not_verified'
  /** Neither invited nor allowed by the configuration. */
  | 'not_invited'
  | 'user_disabled'
  /** Another identity signed in with this address before. */
  | 'other_identity';

export class SignInFailure extends Error {
  readonly reason: SignInFailureReason;

  constructor(reason: SignInFailureReason, options?: ErrorOptions) {
    super(`The sign-in failed: ${reason}.`, options);
    this.name = 'SignInFailure';
    this.reason = reason;
  }
}
