/** The options of the command line of `gateways.ts`. */
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import type { Effort } from './bench.ts';
import type { Subject } from './subject.ts';
import { claudeCodeRouter, portkey } from './subjects/packages.ts';
import { createParley } from './subjects/parley.ts';
import { bunProxy, direct, nginx, nodeProxy } from './subjects/plain.ts';
import { createRunning } from './subjects/running.ts';

const usualTables = ['cpu', 'latency', 'memory', 'stores', 'board'] as const;
/** The last one takes long, and is not for comparing runtimes. */
const tableNames = [...usualTables, 'instructions'] as const;
export type TableName = (typeof tableNames)[number];

export interface Options {
  readonly tables: readonly TableName[];
  readonly subjects: readonly Subject[];
  readonly effort: Effort;
  /** A fixed port, for gateways that run already. */
  readonly upstreamPort?: number;
  /** Where results are written; nowhere if absent. */
  readonly out?: string;
  /** Only write the latest results to the README. */
  readonly readme: boolean;
}

const results = fileURLToPath(new URL('../results/', import.meta.url));

const known: readonly Subject[] = [
  direct,
  nginx,
  nodeProxy,
  bunProxy,
  createParley({
    id: 'parley',
    title: 'Parley, limited key',
    runtime: 'node',
    isLimited: true,
  }),
  createParley({
    id: 'parley-unlimited',
    title: 'Parley, unlimited key',
    runtime: 'node',
    isLimited: false,
  }),
  createParley({
    id: 'parley-bun',
    title: 'Parley on Bun, limited key',
    runtime: 'bun',
    isLimited: true,
  }),
  createParley({
    id: 'parley-deno',
    title: 'Parley on Deno, limited key',
    runtime: 'deno-deploy',
    isLimited: true,
  }),
  portkey,
  claudeCodeRouter,
];

export const help = `Measures gateways side by side.

  --tables <a,b>         ${tableNames.join(', ')}; all but the last by default
  --subjects <a,b>       ${known.map(({ id }) => id).join(', ')}; all by default
  --running '<words>'    a gateway that runs already: name=…, port=…, pid=…, auth=…, chat=<model of a chat
                         completions upstream>, messages=<model of a messages upstream>, translates=no
  --upstream-port <n>    the port of the scripted upstream, for gateways that run already
  --seconds <n>          seconds of one measurement; 3
  --rounds <n>           measurements of each subject in each case, in turns; 3
  --warm <n>             seconds of load before the first round of a case, which are not measured; 15
  --out <folder>         where the results are written; bench/results. With "none" they are only printed
  --smoke                a second or less of everything, with a hundredth of the streams, to try the harness
  --readme               measures nothing: writes the latest results to README.md
`;

/**
 * Reads the command line.
 * @returns absent when help is wanted
 * @throws {Error} at an unknown option, table or subject
 */
export function readOptions(words: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...words],
    options: {
      tables: { type: 'string' },
      subjects: { type: 'string' },
      running: { type: 'string', multiple: true },
      'upstream-port': { type: 'string' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '3' },
      warm: { type: 'string', default: '15' },
      out: { type: 'string', default: results },
      smoke: { type: 'boolean', default: false },
      readme: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const running = (values.running ?? []).map(createRunning);
  const port = values['upstream-port'];
  return {
    tables: choose(values.tables ?? usualTables.join(','), tableNames, (name) => name),
    subjects: [...choose(values.subjects, known, ({ id }) => id), ...running],
    effort: values.smoke
      ? { seconds: 0.2, rounds: 1, warm: 0.1, scale: 0.01 }
      : {
          seconds: readNumber(values.seconds),
          rounds: readNumber(values.rounds),
          warm: readNumber(values.warm),
          scale: 1,
        },
    ...(port !== undefined && { upstreamPort: readNumber(port) }),
    ...(values.out !== 'none' && { out: values.out }),
    readme: values.readme,
  };
}

function choose<Item>(
  text: string | undefined,
  items: readonly Item[],
  nameOf: (item: Item) => string,
): readonly Item[] {
  if (text === undefined) return items;
  return text.split(',').map((name) => {
    const item = items.find((one) => nameOf(one) === name);
    if (item === undefined)
      throw new Error(`Unknown: ${name}; use ${items.map(nameOf).join(', ')}.`);
    return item;
  });
}

function readNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`"${text}" is not a positive number.`);
  return value;
}
