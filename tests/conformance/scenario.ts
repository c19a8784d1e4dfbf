// What a scenario is, and what it gets to work with.
import type { Client, Reply, Call } from './http/client.ts';
import type { AdminDesk } from './stage/admin-desk.ts';
import type { Stage } from './stage/stage.ts';

/** A gateway that is put to the test. */
export interface Target {
  /** Base address, without `/v1`. */
  readonly url: string;
  /** A key with the default group. */
  readonly key: string;
  /** A model that the key may call. */
  readonly model: string;
  readonly adminToken?: string;
  /** The upstreams behind the gateway, when they are ours. */
  readonly stage?: Stage;
}

/** What every scenario gets. */
export interface Scene {
  readonly target: Target;
  readonly client: Client;
  send(call: Call): Promise<Reply>;
  /** Aborts when the time of the scenario is over. */
  readonly signal: AbortSignal;
}

/** A scene in which keys and groups can be made; what was made is deleted at the end. */
export interface AdminScene extends Scene {
  readonly desk: AdminDesk;
}

/** A scene whose upstreams do what the scenario says. */
export interface StageScene extends AdminScene {
  readonly stage: Stage;
}

interface ScenarioFacts {
  readonly id: string;
  readonly title: string;
  /** The ids of the rules it proves. */
  readonly rules: readonly string[];
  /** `slow` ones take long, `heavy` ones much; both are left out unless asked for. */
  readonly tag?: 'slow' | 'heavy';
  /** Runs when nothing else does. */
  readonly alone?: true;
  /** 60 when absent. */
  readonly seconds?: number;
}

/** One thing that is tried, and the rules that it proves. */
export type Scenario = ScenarioFacts &
  (
    | { readonly needs: 'key'; run(scene: Scene): Promise<void> }
    | { readonly needs: 'admin'; run(scene: AdminScene): Promise<void> }
    | { readonly needs: 'upstream'; run(scene: StageScene): Promise<void> }
  );
