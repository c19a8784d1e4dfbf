/** `parley config`: checks, exports, compares and imports the configuration. */
import { ConfigurationError } from '@parley/core';
import type { EntityView } from '@parley/admin';
import { ConfigurationFileError } from '@parley/host';
import type { DiskConfiguration } from '@parley/host/disk';
import { createParentCommand, createJsonCommand } from '../command.ts';
import { exitCodes } from '../failure.ts';
import { writeJson, writeTable } from '../output.ts';
import { loadFor, withReadingSession, type Session } from '../session.ts';
import { createExport, listAll, sections } from './config-export.ts';
import { createImport } from './config-import.ts';

export const createConfigCommand = () =>
  createParentCommand('config', 'Check, export, compare and import the configuration')
    .addCommand(createCheck())
    .addCommand(createExport())
    .addCommand(createDiff())
    .addCommand(createImport());

const createCheck = () =>
  createJsonCommand('check', {
    summary: 'Check whether the configuration is valid',
    examples: ['parley config check --config parley.yaml', 'parley config check --json'],
  }).action((options) => {
    try {
      process.stdout.write(describe(loadFor(options), options.json));
    } catch (error) {
      const faults = listFaults(error);
      if (!options.json || faults === undefined) throw error;
      writeJson({ valid: false, faults });
      process.exitCode = exitCodes.configuration;
    }
  });

/** The faults of the file or of environment variables; undefined for any other error. */
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
  return `${subject} is valid (${sum.join(', ')}).\n`;
}

/** Where one part of the configuration is declared. */
interface Declaration {
  readonly kind: EntityView['object'];
  readonly name: string;
  readonly declared_in: 'file' | 'environment' | 'store';
  /** Whether the file or the environment declares the same name, which overrides the store. */
  readonly hidden: boolean;
}

const createDiff = () =>
  createJsonCommand('diff', {
    summary: 'Show what the file, the environment and the store declare',
    examples: ['parley config diff', 'parley config diff --json'],
  }).action((options) =>
    withReadingSession(options, async (session) => {
      const declarations = [...(await listEffective(session)), ...(await listHidden(session))];
      if (options.json) {
        writeJson(declarations);
        return;
      }
      const rows = declarations.map(({ kind, name, declared_in: place, hidden }) => [
        kind,
        name,
        hidden ? `${place}, hidden` : place,
      ]);
      writeTable(['KIND', 'NAME', 'DECLARED IN'], rows);
    }),
  );

async function listEffective(session: Session): Promise<readonly Declaration[]> {
  const { written } = session.loaded;
  return (await listAll(session)).map(({ object: kind, name, managed }) => {
    // Prices have no names, and the environment cannot declare any.
    const inFile = kind === 'price' || Object.hasOwn(written[sections[kind]], name);
    const declared = managed === 'store' ? 'store' : inFile ? 'file' : 'environment';
    return { kind, name, declared_in: declared, hidden: false };
  });
}

/** What the store declares without effect. */
async function listHidden({ operator }: Session): Promise<readonly Declaration[]> {
  const host = operator.configuration.host();
  const { entities } = await operator.store.readEntities();
  return entities
    .filter(({ kind, name }) => kind !== 'price' && Object.hasOwn(host[sections[kind]], name))
    .map(({ kind, name }) => ({ kind, name, declared_in: 'store', hidden: true }));
}
