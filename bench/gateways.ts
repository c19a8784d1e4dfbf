/**
 * Measures gateways side by side: CPU time, latency, memory, stores and the figures of a public board. Prints
 * tables in Markdown, and writes them with a plot and all figures to `bench/results`.
 * Run it with `npm run bench:gateways`; `--help` lists the options. Needs Linux, `cc` and `taskset`.
 */
import process from 'node:process';
import { openBench, say, type Bench } from './gateways/bench.ts';
import { measureBoard } from './gateways/measurements/board.ts';
import { measureCpu } from './gateways/measurements/cpu.ts';
import { measureInstructions } from './gateways/measurements/instructions.ts';
import { measureLatency } from './gateways/measurements/latency.ts';
import { measureMemory } from './gateways/measurements/memory.ts';
import { measureStores } from './gateways/measurements/stores.ts';
import { help, readOptions, type Options } from './gateways/options.ts';
import { moveToLoadCore, stopAll } from './gateways/processes.ts';
import { describeRun, writeResults } from './gateways/results.ts';
import { writeTable, type Table } from './gateways/table.ts';
import { writeReadme } from './gateways/readme.ts';

const measurements = {
  cpu: measureCpu,
  latency: measureLatency,
  memory: measureMemory,
  stores: measureStores,
  board: measureBoard,
  instructions: measureInstructions,
} as const;

/** Measures table by table, and writes what there is after each. */
async function measure({ tables: names, out }: Options, bench: Bench): Promise<void> {
  const run = describeRun(bench, new Date());
  const tables: Table[] = [];
  for (const name of names) {
    const table = await measurements[name](bench);
    process.stdout.write(`${writeTable(table)}\n`);
    tables.push(table);
    if (out !== undefined) writeResults(out, { ...run, tables });
  }
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(help);
    return 0;
  }
  if (options.readme) {
    writeReadme();
    return 0;
  }
  moveToLoadCore();
  const bench = await openBench(options.effort, options.subjects, options.upstreamPort);
  try {
    await measure(options, bench);
  } finally {
    await stopAll();
  }
  for (const failure of bench.failures) say(`FAILED: ${failure}`);
  return bench.failures.length === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopAll().finally(() => process.exit(130)));
}
process.exitCode = await main();
