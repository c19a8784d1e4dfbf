/** What a browser holds instead of a credential: a session, or a link that starts one. */

/** What a session stands for. It ends when that is deleted, disabled, expired or rotated away. */
export interface SessionSubject {
  readonly kind: 'token' | 'key' | 'user';
  /** The hash of the admin token or of the key's secret; the id of the user. */
  readonly reference: string;
}

export interface SessionRecord {
  /** SHA-256 of the random secret, 64 lower-case hexadecimal digits; unique. */
  readonly hash: string;
  /** A link is used once, and starts a session of the same subject. */
  readonly purpose: 'session' | 'link';
  readonly subject: SessionSubject;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}
