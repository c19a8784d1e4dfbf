import type {
  Clock,
  CircuitBreaker,
  ManagedConfiguration,
  SecretCipher,
} from '@parley/core/extension';
import type { AuditEntry, Store } from '@parley/core/store';

/** Somebody who administers Parley, with what their deeds need. */
export interface Operator {
  readonly store: Store;
  readonly clock: Clock;
  /** As the audit log names them: `token:<id>`, `user:<id>`, `key:<id>` or `cli`. */
  readonly actor: string;
  /** The groups that keys may be bound to. */
  groups(): ReadonlySet<string>;
}

/** An operator who may also declare parts of the configuration. */
export interface ConfigurationOperator extends Operator {
  readonly configuration: ManagedConfiguration;
  /** How upstreams do, as far as this process knows. */
  readonly health: CircuitBreaker;
  /** Absent when the host has no secret key; credentials are then refused. */
  readonly cipher?: SecretCipher;
}

export type Deed = Pick<AuditEntry, 'action' | 'subjectKind' | 'subjectId'> & {
  /** Of the entry, for what may be told again; made if absent. */
  readonly id?: string;
  /** What was changed; no secret may be in it. */
  readonly detail?: Readonly<Record<string, unknown>>;
};

/** Writes a deed into the audit log. */
export async function audit(
  { store, clock, actor }: Pick<Operator, 'store' | 'clock' | 'actor'>,
  deed: Deed,
): Promise<void> {
  const { id = crypto.randomUUID(), detail = {}, ...rest } = deed;
  await store.addAuditEntry({
    id,
    at: clock.now(),
    actor,
    ...rest,
    detail: JSON.stringify(detail),
  });
}
