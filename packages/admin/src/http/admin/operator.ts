import type { ConfigurationOperator } from '../../operator.ts';
import type { GatewayContext } from '@parley/core/extension';

/**
 * Whoever asks over HTTP, as the administration knows them.
 * @param actor as the audit log names them: `token:<id>`, `user:<id>`, `key:<id>`
 */
export function createOperator(gateway: GatewayContext, actor: string): ConfigurationOperator {
  const { store, clock, configuration, health, cipher } = gateway;
  return {
    store,
    clock,
    actor,
    groups: () => new Set(gateway.snapshot().groups.keys()),
    configuration,
    health,
    ...(cipher && { cipher }),
  };
}
