import { defineCommand } from 'citty';
import { ConfigurationFileError } from '../configuration/fault.ts';
import { loadAll, type LoadedConfiguration } from '../configuration/loader.ts';
import { findDataFolder } from '../start/data-folder.ts';
import { exitCodes, runSafely } from './failure.ts';
import { commonOptions, jsonOption } from './options.ts';
import { refuseUnknown } from './strict.ts';

const checkOptions = { ...commonOptions, ...jsonOption } as const;

export const checkConfig = defineCommand({
  meta: { name: 'parley config check', description: 'Say whether the configuration can be used' },
  args: checkOptions,
  run: ({ args }) =>
    runSafely(() => {
      refuseUnknown(checkOptions, args);
      const environment = { ...process.env, ...(args.data && { PARLEY_DATA: args.data }) };
      const dataFolder = findDataFolder(environment);
      const workingFolder = process.cwd();
      try {
        const find = { requested: args.config, environment, workingFolder, dataFolder };
        process.stdout.write(describe(loadAll(find), args.json));
      } catch (error) {
        if (!args.json || !(error instanceof ConfigurationFileError)) throw error;
        process.stdout.write(`${JSON.stringify({ valid: false, faults: error.faults })}\n`);
        process.exitCode = exitCodes.configuration;
      }
    }),
});

export const configCommand = defineCommand({
  meta: { name: 'parley config', description: 'Look at the configuration' },
  subCommands: { check: checkConfig },
});

function describe({ file, configuration }: LoadedConfiguration, json = false): string {
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
