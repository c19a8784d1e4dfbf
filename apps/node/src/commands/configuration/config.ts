import { ConfigurationError } from '@parley/core';
import { ConfigurationFileError } from '@parley/host';
import type { DiskConfiguration } from '@parley/host/disk';
import { defineParley } from '../definition.ts';
import { exitCodes } from '../failure.ts';
import { commonOptions, jsonOption } from '../options.ts';
import { writeJson } from '../output.ts';
import { loadFor } from '../session.ts';

export const checkConfig = defineParley({
  summary: 'Say whether the configuration can be used',
  options: { ...commonOptions, ...jsonOption },
  examples: ['parley config check --config parley.yaml', 'parley config check --json'],
  run(args) {
    try {
      process.stdout.write(describe(loadFor(args), args.json));
    } catch (error) {
      const faults = listFaults(error);
      if (!args.json || faults === undefined) throw error;
      writeJson({ valid: false, faults });
      process.exitCode = exitCodes.configuration;
    }
  },
});

/** Places in the file, or the variables that are wrong; nothing for an error of another kind. */
function listFaults(error: unknown): readonly unknown[] | undefined {
  if (error instanceof ConfigurationFileError) return error.faults;
  return error instanceof ConfigurationError ? error.problems : undefined;
}

function describe({ file, configuration }: DiskConfiguration, json = false): string {
  const counts = {
    upstreams: Object.keys(configuration.upstreams).length,
    models: Object.keys(configuration.models).length,
    groups: Object.keys(configuration.groups).length,
  };
  if (json) return `${JSON.stringify({ valid: true, file: file ?? null, ...counts })}\n`;
  const subject = file ?? 'There is no configuration file; the environment';
  const sum = Object.entries(counts).map(([name, count]) => `${name}: ${String(count)}`);
  return `${subject} is good (${sum.join(', ')}).\n`;
}
