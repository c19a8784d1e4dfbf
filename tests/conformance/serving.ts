// Starts the runtimes that are put to the test.
import { readFileSync } from 'node:fs';
import { startParley } from '../parley.ts';

/** A gateway on one runtime. */
export interface RunningRuntime {
  readonly url: string;
  readonly key: string;
  readonly adminToken: string;
  output(): string;
  stop(): Promise<unknown>;
}

export const runtimes = ['node', 'bun', 'deno-deploy', 'lambda', 'cloudflare'] as const;

export type Runtime = (typeof runtimes)[number];

export function startRuntime(
  runtime: Runtime,
  { environment = {} }: { readonly environment?: Readonly<Record<string, string>> },
): Promise<RunningRuntime> {
  if (runtime !== 'node') throw new Error(`The runtime ${runtime} cannot be started yet.`);
  const file = environment['PARLEY_CONFIG'];
  return startParley(file === undefined ? '' : readFileSync(file, 'utf8'), environment);
}
