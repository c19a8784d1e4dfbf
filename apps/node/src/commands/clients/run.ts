/** `parley run`: starts a client that uses this gateway. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { configurableClients, type Setup } from '@parley/clients';
import { findDataFolder } from '@parley/host/disk';
import { createStoreCommand, urlOption } from '../command.ts';
import { CommandError, exitCodes } from '../failure.ts';
import { chooseEnvironment } from '../session.ts';
import { connect, findClient } from './connect.ts';
import { isInstalled } from './find-program.ts';
import { writeSettings } from './temporary-settings.ts';

const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const programs = configurableClients.filter(({ program }) => program !== undefined);

export const createRunCommand = () =>
  createStoreCommand('run', {
    summary: 'Start a client that uses this gateway, without changing its own settings',
    examples: ['parley run claude', 'parley run codex --model gpt-5 -- exec "Explain this folder"'],
  })
    .argument('<client>', programs.map(({ id }) => id).join(', '))
    .argument('[arguments...]', 'Arguments for the client; put -- before its options')
    .addOption(urlOption)
    .option('--model <name>', 'Call name for the client to use')
    .action(async (name, args, options) => {
      const client = findClient(name, ({ program }) => program !== undefined);
      const program = client.program ?? client.id;
      if (!isInstalled(program)) throw notInstalled(program);
      const setup = client.setUp(await connect(client, options));
      const dataFolder = findDataFolder(chooseEnvironment(options));
      process.exitCode = await runProgram(program, [...(setup.arguments ?? []), ...args], {
        setup,
        dataFolder,
      });
    });

/** Returns the exit code of the program, or 128 plus the number of the signal that ended it. */
async function runProgram(
  program: string,
  args: readonly string[],
  { setup, dataFolder }: { readonly setup: Setup; readonly dataFolder: string },
): Promise<number> {
  const removed = new Set(setup.removed);
  const kept = Object.entries(process.env).filter(([name]) => !removed.has(name));
  const written = writeSettings(setup, dataFolder);
  try {
    return await spawnProgram(program, args, {
      ...Object.fromEntries(kept),
      ...setup.environment,
      ...written.variables,
    });
  } finally {
    written.remove();
  }
}

function notInstalled(program: string): CommandError {
  return new CommandError(`${program} is not installed on this machine.`, exitCodes.notFound);
}

function spawnProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  return new Promise((resolve, reject) => {
    // Before the client starts, so that a signal that arrives at once still reaches it.
    const stopForwarding = forwardSignals((signal) => child.kill(signal));
    const child = spawn(program, args, { env, stdio: 'inherit' });
    child.on('error', (error: NodeJS.ErrnoException) => {
      stopForwarding();
      const isMissing = error.code === 'ENOENT';
      reject(isMissing ? notInstalled(program) : new CommandError(error.message, exitCodes.failed));
    });
    child.on('close', (code, signal) => {
      stopForwarding();
      resolve(code ?? 128 + (signal === null ? 1 : constants.signals[signal]));
    });
  });
}

/**
 * Forwards signals to the client. A terminal sends Ctrl+C to both processes, and clients quit at the
 * second one, so that SIGINT is not forwarded there.
 */
function forwardSignals(kill: (signal: NodeJS.Signals) => void): () => void {
  const forward = (signal: NodeJS.Signals) => {
    if (!(signal === 'SIGINT' && process.stdin.isTTY)) kill(signal);
  };
  for (const signal of forwardedSignals) process.on(signal, forward);
  return () => {
    for (const signal of forwardedSignals) process.off(signal, forward);
  };
}
