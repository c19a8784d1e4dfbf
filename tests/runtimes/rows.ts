/** The runtimes that the tests of this folder run on, and what each is known not to do. */
import { it } from 'vitest';

/** What a runtime may be unable to do, one by one. */
type Ability =
  | 'tells-departures'
  | 'pauses-upstreams'
  | 'waits-for-silence'
  | 'finishes-streams'
  | 'streams-at-once'
  | 'knows-addresses'
  | 'reloads'
  | 'keeps-data';

export interface Row {
  readonly title: string;
  /** A name that `scripts/serving.mjs` knows. */
  readonly runtime: string;
  /** Added to the environment that the runtime is started with. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What it cannot do and why. Its tests must then fail: an entry that is no longer true is found. */
  readonly gaps: Partial<Readonly<Record<Ability, string>>>;
}

export const rows: readonly Row[] = [
  { title: 'Node', runtime: 'node', gaps: {} },
  { title: 'Bun', runtime: 'bun', gaps: {} },
  {
    title: 'Deno as on Deploy',
    runtime: 'deno-deploy',
    gaps: { 'keeps-data': 'the store in memory ends with the process' },
  },
  {
    title: 'Deno on a machine',
    runtime: 'deno-deploy',
    environment: { DENO_DEPLOY: '', PARLEY_STORE: '' },
    gaps: {},
  },
  {
    title: 'Cloudflare Workers',
    runtime: 'cloudflare',
    gaps: {
      'tells-departures': 'a Worker learns of a departure when it writes, and not in silence',
      'finishes-streams': 'workerd ends at once on this machine; Cloudflare lets requests end',
      'knows-addresses': 'cf-connecting-ip is set by Cloudflare, and by nothing on this machine',
      reloads: 'variables change by a deployment',
    },
  },
];

/** A test of an ability; where it is missing it must fail. */
export function needs({ gaps }: Row, ability: Ability): typeof it | typeof it.fails {
  return gaps[ability] === undefined ? it : it.fails;
}
