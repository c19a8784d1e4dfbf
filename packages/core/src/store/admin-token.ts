/** What an admin token may do: `viewer` reads, `admin` also changes. */
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
