/** The runtimes of the tests of this folder, with their known gaps. */
import { it } from 'vitest';

/** The abilities that a runtime may lack. */
type Ability =
  | 'tells-departures'
  | 'closes-after-errors'
  | 'pauses-upstreams'
  | 'waits-for-silence'
  | 'finishes-streams'
  | 'streams-at-once'
  | 'knows-addresses'
  | 'opens-sockets'
  | 'pauses-for-sockets'
  | 'reloads'
  | 'keeps-data';

export interface Row {
  readonly title: string;
  /** Its name in `scripts/serving.mjs`. */
  readonly runtime: string;
  /** The program of another version of the runtime. */
  readonly program?: string;
  /** Variables that are added to the environment of the runtime. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What it cannot do and why. The tests of a gap must fail, so that an outdated entry is detected. */
  readonly gaps: Partial<Readonly<Record<Ability, string>>>;
}

const unclosed = 'Deno.serve closes a connection only if the head of a response has said so';

export const rows: readonly Row[] = [
  { title: 'Node', runtime: 'node', gaps: {} },
  { title: 'Bun', runtime: 'bun', gaps: {} },
  {
    title: 'Deno as on Deploy',
    runtime: 'deno-deploy',
    gaps: {
      'closes-after-errors': unclosed,
      'keeps-data': 'the store in memory ends with the process',
    },
  },
  {
    title: 'Deno on a machine',
    runtime: 'deno-deploy',
    environment: { DENO_DEPLOY: '', PARLEY_STORE: '' },
    gaps: { 'closes-after-errors': unclosed },
  },
  {
    title: 'Cloudflare Workers',
    runtime: 'cloudflare',
    gaps: {
      'tells-departures': 'a Worker learns of a departure when it writes, and not in silence',
      'finishes-streams': 'workerd ends at once on this machine; Cloudflare lets requests end',
      'pauses-for-sockets': 'a Worker does not learn how fast the client of a WebSocket reads',
      'knows-addresses': 'cf-connecting-ip is set by Cloudflare, and by nothing on this machine',
      reloads: 'variables change by a deployment',
    },
  },
];

/** Not among the others, because what takes long or needs a browser is the same on every Node. */
export const oldestNode: Row = {
  title: 'the oldest Node',
  runtime: 'node',
  program: `${import.meta.dirname}/node_modules/node-linux-${process.arch}/bin/node`,
  gaps: { 'opens-sockets': 'before version 24.9, Node would give up all requests with an upgrade' },
};

/** Whether the runtime can be installed here: the registry has other versions of Node for Linux only. */
export function isHere({ program }: Row): boolean {
  return program === undefined || process.platform === 'linux';
}

/** A test of abilities; it must fail on runtimes that lack one of them. */
export function needs({ gaps }: Row, ...abilities: Ability[]): typeof it | typeof it.fails {
  return abilities.every((ability) => gaps[ability] === undefined) ? it : it.fails;
}
