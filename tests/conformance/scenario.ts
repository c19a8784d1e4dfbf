// The types of a scenario and of its parameters.
import type { Client, Reply, Call } from './http/client.ts';
import type { AdminClient } from './gateway/admin-client.ts';
import type { TestGateway } from './gateway/test-gateway.ts';

/** The gateway under test. */
export interface Target {
  /** Base URL, without `/v1`. */
  readonly url: string;
  /** A key with the default group. */
  readonly key: string;
  /** A model that the key may use. */
  readonly model: string;
  readonly adminToken?: string;
  /** The scripted upstreams of the gateway, if it has them. */
  readonly testGateway?: TestGateway;
}

/** The parameters of every scenario. */
export interface ScenarioContext {
  readonly target: Target;
  readonly client: Client;
  send(call: Call): Promise<Reply>;
  /** Aborted when the time limit of the scenario has passed. */
  readonly signal: AbortSignal;
}

/** A context in which keys and groups can be created; they are deleted at the end. */
export interface AdminContext extends ScenarioContext {
  readonly admin: AdminClient;
}

/** A context whose upstreams the scenario scripts. */
export interface UpstreamContext extends AdminContext {
  readonly testGateway: TestGateway;
}

interface ScenarioFacts {
  readonly id: string;
  readonly title: string;
  /** The ids of the rules that it tests. */
  readonly rules: readonly string[];
  /** `slow` scenarios take long, `heavy` ones need many resources; neither runs by default. */
  readonly tag?: 'slow' | 'heavy';
  /** Runs while no other scenario runs. */
  readonly alone?: true;
  /** Time limit; 120 when absent. */
  readonly seconds?: number;
}

/** One test, and the rules that it covers. */
export type Scenario = ScenarioFacts &
  (
    | { readonly needs: 'key'; run(context: ScenarioContext): Promise<void> }
    | { readonly needs: 'admin'; run(context: AdminContext): Promise<void> }
    | { readonly needs: 'upstream'; run(context: UpstreamContext): Promise<void> }
  );
