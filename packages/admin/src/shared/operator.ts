/** The callers of the functions of this package, with everything that those functions need. */
import { omitUndefined } from '@parley/protocol';
import type {
  Clock,
  ExtensionContext,
  CircuitBreaker,
  ManagedConfiguration,
  RateLimitCooldowns,
  Scope,
  SecretCipher,
} from '@parley/core/extension';
import type { KeyRecord, Store } from '@parley/core/store';

/** Somebody who administers the gateway, over HTTP or by a command line. */
export interface Operator {
  readonly store: Store;
  readonly clock: Clock;
  /** The name in the audit log: `token:<id>`, `user:<id>`, `key:<id>` or `cli`. */
  readonly actor: string;
  /**
   * Compares what is about to be changed with what the caller has read; absent when that does not matter.
   * @param etag its entity tag; `undefined` if it does not exist
   * @throws GatewayError with status 412 when it is not as required
   */
  readonly condition?: ((etag: string | undefined) => void) | undefined;
  /** Names of the groups that a key may be bound to. */
  groups(): ReadonlySet<string>;
  /** Those of them that only the store declares, so that an operator can delete them. */
  storedGroups(): ReadonlySet<string>;
}

/** An operator who may also declare parts of the configuration. */
export interface ConfigurationOperator extends Operator {
  readonly configuration: ManagedConfiguration;
  /** The state of each upstream, as this process knows it. */
  readonly health: CircuitBreaker;
  readonly cooldowns: RateLimitCooldowns;
  /** Encrypts credentials; absent when the host has no secret key, so that credentials are rejected. */
  readonly cipher?: SecretCipher;
}

/** Somebody who authenticated with an API key. */
export interface KeyHolder {
  /** The call names that the key may use. */
  readonly scope: Scope;
  readonly key: KeyRecord;
  /** Milliseconds since 1970; present when the secret was replaced and still works until then. */
  readonly secretEndsAt?: number;
  /** Runs the functions of this package for the holder; its actor is `key:<id>`. */
  readonly operator: ConfigurationOperator;
}

/** The names of the groups in a configuration. */
export function groupsOf(
  configuration: ManagedConfiguration,
): Pick<Operator, 'groups' | 'storedGroups'> {
  const storedGroups = (): ReadonlySet<string> => {
    const stored = configuration.declared().filter(({ kind }) => kind === 'group');
    const { groups } = configuration.host();
    return new Set(stored.flatMap(({ name }) => (Object.hasOwn(groups, name) ? [] : [name])));
  };
  return { groups: () => new Set(configuration.snapshot().groups.keys()), storedGroups };
}

/** @param actor the name in the audit log: `token:<id>`, `user:<id>` or `key:<id>` */
export function createOperator(gateway: ExtensionContext, actor: string): ConfigurationOperator {
  const { store, clock, configuration, health, cooldowns, cipher } = gateway;
  return omitUndefined({
    store,
    clock,
    actor,
    ...groupsOf(configuration),
    configuration,
    health,
    cooldowns,
    cipher,
  });
}
