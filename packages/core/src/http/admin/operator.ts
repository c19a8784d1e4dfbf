import type { ConfigurationOperator } from '../../administration/operator.ts';
import type { GatewayContext } from '../../context.ts';
import type { AdminTokenRecord } from '../../store.ts';

/** Whoever holds a token, as the administration knows them. */
export function createOperator(
  gateway: GatewayContext,
  token: AdminTokenRecord,
): ConfigurationOperator {
  const { store, clock, configuration, health, sealer } = gateway;
  return {
    store,
    clock,
    actor: `token:${token.id}`,
    groups: () => new Set(gateway.snapshot().groups.keys()),
    configuration,
    health,
    ...(sealer && { sealer }),
  };
}
