import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { configurableClients, type Setup } from '@parley/clients';
import { connect, findClient } from './connect.ts';
import { createDataFolder, findDataFolder } from '@parley/host/disk';
import { defineParley } from '../definition.ts';
import { CommandError, exitCodes } from '../failure.ts';
import { commonOptions } from '../options.ts';
import { chooseEnvironment } from '../session.ts';

const passedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const run = defineParley({
  summary: 'Start a client that uses this gateway; its own settings stay as they are',
  options: {
    client: {
      type: 'positional',
      description: configurableClients
        .filter(({ program }) => program !== undefined)
        .map(({ id }) => id)
        .join(', '),
      required: true,
    },
    ...commonOptions,
    url: { type: 'string', description: 'Address of the gateway (PARLEY_URL; this machine)' },
    model: { type: 'string', description: 'The call name that it should use' },
  },
  examples: ['parley run claude', 'parley run codex --model gpt-5 -- exec "Explain this folder"'],
  passesWords: true,
  async run(args, rest) {
    const client = findClient(args.client, ({ program }) => program !== undefined);
    const setup = client.setUp(await connect(client, args));
    const program = client.program ?? client.id;
    const dataFolder = findDataFolder(chooseEnvironment(args));
    process.exitCode = await runProgram(program, [...(setup.arguments ?? []), ...rest], {
      setup,
      dataFolder,
    });
  },
});

/** Gives the program's exit code; a signal that ended it counts as shells count it. */
async function runProgram(
  program: string,
  words: readonly string[],
  { setup, dataFolder }: { readonly setup: Setup; readonly dataFolder: string },
): Promise<number> {
  const removed = new Set(setup.removed);
  const kept = Object.entries(process.env).filter(([name]) => !removed.has(name));
  const { variables, remove } = writeSettings(setup, dataFolder);
  try {
    return await spawnProgram(program, words, {
      ...Object.fromEntries(kept),
      ...setup.environment,
      ...variables,
    });
  } finally {
    remove();
  }
}

/**
 * Writes settings that are more than variables, for as long as the client runs. They lie in our own
 * folder: Gemini CLI passes over settings in one that others may write to, as all may to `/tmp`.
 */
function writeSettings({ settings }: Setup, dataFolder: string): WrittenSettings {
  if (settings === undefined) return { variables: {}, remove: () => undefined };
  createDataFolder(dataFolder);
  const folder = mkdtempSync(join(dataFolder, 'run-'));
  const file = join(folder, settings.name);
  writeFileSync(file, settings.content, { mode: 0o600 });
  return {
    variables: { [settings.variable]: file },
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface WrittenSettings {
  readonly variables: Readonly<Record<string, string>>;
  readonly remove: () => void;
}

function spawnProgram(
  program: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  return new Promise((resolve, reject) => {
    // Before the client runs: one that is told to stop at once must not be left behind.
    const stopPassing = passSignals((signal) => child.kill(signal));
    const child = spawn(program, words, { env, stdio: 'inherit' });
    child.on('error', (error: NodeJS.ErrnoException) => {
      stopPassing();
      const isMissing = error.code === 'ENOENT';
      const message = isMissing ? `${program} is not installed here.` : error.message;
      reject(new CommandError(message, isMissing ? exitCodes.notFound : exitCodes.failed));
    });
    child.on('close', (code, signal) => {
      stopPassing();
      resolve(code ?? 128 + (signal === null ? 1 : constants.signals[signal]));
    });
  });
}

/**
 * What a terminal sends when keys are pressed reaches both of us already, and a client takes a
 * second Ctrl+C for the wish to leave.
 */
function passSignals(kill: (signal: NodeJS.Signals) => void): () => void {
  const pass = (signal: NodeJS.Signals) => {
    if (!(signal === 'SIGINT' && process.stdin.isTTY)) kill(signal);
  };
  for (const signal of passedSignals) process.on(signal, pass);
  return () => {
    for (const signal of passedSignals) process.off(signal, pass);
  };
}
