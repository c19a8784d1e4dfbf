import type { ConfigurationOperator } from '../../administration/operator.ts';
import type { GatewayContext } from '../../context.ts';
import type { Authority } from './authorize.ts';

/** Whoever shows a token or has signed in, as the administration knows them. */
export function createOperator(
  gateway: GatewayContext,
  { actor }: Authority,
): ConfigurationOperator {
  const { store, clock, configuration, health, sealer } = gateway;
  return {
    store,
    clock,
    actor,
    groups: () => new Set(gateway.snapshot().groups.keys()),
    configuration,
    health,
    ...(sealer && { sealer }),
  };
}
