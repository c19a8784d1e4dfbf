// The types of a scenario and of its parameters.
import type { Client, Reply, Call } from './http/client.ts';
import type { AdminDesk } from './stage/admin-desk.ts';
import type { Stage } from './stage/stage.ts';

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
  readonly stage?: Stage;
}

/** The parameters of every scenario. */
export interface Scene {
  readonly target: Target;
  readonly client: Client;
  send(call: Call): Promise<Reply>;
  /** Aborted when the time limit of the scenario has passed. */
  readonly signal: AbortSignal;
}

/** A scene in which keys and groups can be created; they are deleted at the end. */
export interface AdminScene extends Scene {
  readonly desk: AdminDesk;
}

/** A scene whose upstreams the scenario scripts. */
export interface StageScene extends AdminScene {
  readonly stage: Stage;
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
  /** Time limit; 60 when absent. */
  readonly seconds?: number;
}

/** One test, and the rules that it covers. */
export type Scenario = ScenarioFacts &
  (
    | { readonly needs: 'key'; run(scene: Scene): Promise<void> }
    | { readonly needs: 'admin'; run(scene: AdminScene): Promise<void> }
    | { readonly needs: 'upstream'; run(scene: StageScene): Promise<void> }
  );
