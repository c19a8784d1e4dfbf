/**
 * Admin tokens, users, sessions and the audit log, and the store methods that a driver implements for them.
 */
import type { KeyRecord, KeySecret } from './keys.ts';
import type { Deletion, Fields, ListPage } from './records.ts';

/** What an operator may do: `viewer` reads, `admin` also changes. */
export type AdminRole = 'admin' | 'viewer';

/** A token for the admin API, stored like a key's secret. */
export interface AdminTokenRecord {
  readonly id: string;
  readonly name: string;
  readonly role: AdminRole;
  readonly hash: string;
  readonly display: string;
  readonly createdAt: number;
}

/** How stores keep each field of an admin token. */
export const adminTokenFields: Fields<AdminTokenRecord> = {
  id: 'word',
  name: 'text',
  role: 'word',
  hash: 'word',
  display: 'word',
  createdAt: 'integer',
};

/** A person who administers Parley and signs in with an identity provider. */
export interface UserRecord {
  readonly id: string;
  /** In lower case; unique. */
  readonly email: string;
  /** As the identity provider reports it. */
  readonly name?: string;
  readonly role: AdminRole;
  readonly disabled: boolean;
  /** True when an operator added this user by name; other users must be allowed by the configuration. */
  readonly invited: boolean;
  /** The identity that first signed in with this e-mail address; no other identity may use it. */
  readonly identity?: UserIdentity;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970; absent when this user never signed in. */
  readonly lastSignedInAt?: number;
}

/** How stores keep each field of a user but the identity. */
export const userFields: Fields<Omit<UserRecord, 'identity'>> = {
  id: 'text',
  email: 'text',
  name: 'text',
  role: 'word',
  disabled: 'flag',
  invited: 'flag',
  createdAt: 'integer',
  lastSignedInAt: 'integer',
};

/** A user, as an identity provider identifies them (OpenID Connect Core 1.0, 2: `iss`, `sub`). */
export interface UserIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** What may change of a user. */
export type UserChanges = Partial<
  Pick<UserRecord, 'name' | 'role' | 'disabled' | 'identity' | 'lastSignedInAt'>
>;

/** Whose rights a session has. The session ends when its subject is deleted, disabled, expired or rotated. */
export interface SessionSubject {
  readonly kind: 'token' | 'key' | 'user';
  /** The hash of the admin token or of the key's secret, or the id of the user. */
  readonly reference: string;
}

/** What a browser holds instead of a credential: a session, or a sign-in link that starts one. */
export interface SessionRecord {
  /** SHA-256 of the random secret, 64 lower-case hexadecimal digits; unique. */
  readonly hash: string;
  /** A link can be used once and starts a session of the same subject. */
  readonly purpose: 'session' | 'link';
  readonly subject: SessionSubject;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** One action of an operator, or an alert of the gateway. */
export interface AuditEntry {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Who acted: `token:<id>`, `user:<id>`, `cli`, or `gateway` for an alert; `anonymous` when unknown. */
  readonly actor: string;
  /** Such as `key.create`. */
  readonly action: string;
  /** The kind of record that was changed, such as `key`; its id follows. */
  readonly subjectKind: string;
  readonly subjectId: string;
  /** JSON text of what was changed, without secrets. */
  readonly detail: string;
}

/** How stores keep each field of an entry of the audit log. */
export const auditFields: Fields<AuditEntry> = {
  id: 'word',
  at: 'integer',
  actor: 'text',
  action: 'text',
  subjectKind: 'text',
  subjectId: 'text',
  detail: 'text',
};

/** Selects audit entries; every condition must hold. */
export interface AuditFilter {
  readonly subjectKind?: string;
  readonly subjectId?: string;
  readonly actor?: string;
  readonly action?: string;
  /** At this time or later, in milliseconds since 1970. */
  readonly from?: number;
  /** Before this time, in milliseconds since 1970. */
  readonly until?: number;
  /** Continues after this entry. */
  readonly after?: { readonly at: number; readonly id: string };
  /** The maximum number of entries: a whole number from 1 to 1,000. */
  readonly limit: number;
}

/** What a new store begins with. */
export interface FirstRecords {
  readonly key: KeyRecord;
  readonly secret: KeySecret;
  readonly token: AdminTokenRecord;
}

/** Admin tokens and the audit log. */
export interface AdminStore {
  /**
   * Adds a key with its secret, and an admin token, if there is no admin token: all of them or nothing. Of several
   * concurrent calls for keys of one account, also of several processes, exactly one returns true; the others add
   * nothing. @throws as `addKey` and `addAdminToken`
   */
  addFirst(first: FirstRecords): Promise<boolean>;
  /** @throws StoreConflictError when the hash or the id exists. */
  addAdminToken(token: AdminTokenRecord): Promise<void>;
  findAdminToken(hash: string): Promise<AdminTokenRecord | undefined>;
  listAdminTokens(): Promise<readonly AdminTokenRecord[]>;
  deleteAdminToken(id: string): Promise<boolean>;
  /**
   * Adds an entry. A second entry with the same id changes nothing: of several concurrent calls, also of several
   * processes, exactly one returns true.
   */
  addAuditEntry(entry: AuditEntry): Promise<boolean>;
  /**
   * Deletes the oldest entries made before a time and returns how many.
   * @throws RangeError when the limit is outside its range
   */
  deleteAudit(deletion: Deletion): Promise<number>;
  /** Newest first. */
  listAudit(filter: AuditFilter): Promise<readonly AuditEntry[]>;
}

/** Sessions and sign-in links. */
export interface SessionStore {
  /** @throws StoreConflictError when the hash exists. */
  addSession(session: SessionRecord): Promise<void>;
  /** Finds expired ones too. */
  findSession(hash: string): Promise<SessionRecord | undefined>;
  /** Returns true to exactly one of several concurrent calls. */
  deleteSession(hash: string): Promise<boolean>;
  /** Deletes the sessions that expired before `now` and returns how many. */
  deleteExpiredSessions(now: number): Promise<number>;
}

/** Users who sign in with an identity provider. */
export interface UserStore {
  /** @throws StoreConflictError when the id or the e-mail address exists. */
  addUser(user: UserRecord): Promise<void>;
  readUser(id: string): Promise<UserRecord | undefined>;
  findUser(email: string): Promise<UserRecord | undefined>;
  listUsers(page: ListPage): Promise<readonly UserRecord[]>;
  /** Returns the changed user; `undefined` when there is none. */
  changeUser(id: string, changes: UserChanges): Promise<UserRecord | undefined>;
  deleteUser(id: string): Promise<boolean>;
}
