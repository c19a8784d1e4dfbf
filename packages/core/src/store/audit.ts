/** Something that an operator did. */
export interface AuditEntry {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Who: `token:<id>`, `user:<id>` or `cli`; `anonymous` for whom nobody knows. */
  readonly actor: string;
  /** Such as `key.create`. */
  readonly action: string;
  /** Such as `key` and its id. */
  readonly subjectKind: string;
  readonly subjectId: string;
  /** JSON text of what was changed; no secret is in it. */
  readonly detail: string;
}

export interface AuditFilter {
  readonly subjectKind?: string;
  readonly subjectId?: string;
  readonly actor?: string;
  readonly action?: string;
  /** From this moment on, in milliseconds since 1970. */
  readonly from?: number;
  /** Before this moment, in milliseconds since 1970. */
  readonly until?: number;
  /** Goes on after this entry. */
  readonly after?: { readonly at: number; readonly id: string };
  /** How many at most: a whole number from 1 to 1,000. */
  readonly limit: number;
}
