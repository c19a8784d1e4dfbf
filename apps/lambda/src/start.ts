/** Starts the gateway of an instance: configuration, store and log as its environment says. */
import { ConfigurationError, type Logger } from '@parley/core';
import {
  openTrialStore,
  prepareUnattended,
  startHost,
  type Environment,
  type StartedHost,
} from '@parley/host';
import { loadFromDisk, readSecretVariables } from '@parley/host/disk';
import manifest from '../package.json' with { type: 'json' };

/** Says how many connections to PostgreSQL an instance may hold. */
const poolVariable = 'PARLEY_POOL_SIZE';
/** An instance serves one request at a time, and a second connection keeps a sweep out of its way. */
const usualPoolSize = 2;
const largestPoolSize = 100;

/**
 * Starts once, and gives the same gateway to everyone who asks. A start that failed is tried again by the
 * next who asks, because a database may be back by then; the log says why it failed.
 */
export function createStarter(environment: Environment, log: Logger): () => Promise<StartedHost> {
  let started: Promise<StartedHost> | undefined;
  return () => {
    started ??= start(environment, log).catch((cause: unknown) => {
      started = undefined;
      log('error', 'The gateway could not start; the next request tries again.', { cause });
      throw cause;
    });
    return started;
  };
}

/** The upstreams' lists of models are awaited, so that no later response waits for them or is outlived. */
async function start(variables: Environment, log: Logger): Promise<StartedHost> {
  const environment = readSecretVariables(variables);
  // Where the function's files lie; a packaged `parley.yaml` is found beside the handler.
  const folder = environment['LAMBDA_TASK_ROOT'] ?? process.cwd();
  const host = await startHost({
    environment,
    loaded: loadFromDisk({ environment, workingFolder: folder, dataFolder: folder }),
    log,
    version: manifest.version,
    runtime: `AWS Lambda, node ${process.versions.node.replace(/\..*$/, '')}`,
    openOwnStore: () => openTrialStore(environment),
    poolSize: readPoolSize(environment[poolVariable]),
  });
  try {
    await prepareUnattended(host);
    return host;
  } catch (error) {
    await host.close();
    throw error;
  }
}

/** @throws ConfigurationError */
function readPoolSize(text = ''): number {
  if (text === '') return usualPoolSize;
  const size = Number(text);
  if (Number.isInteger(size) && size >= 1 && size <= largestPoolSize) return size;
  const message = `Give a whole number from 1 to ${largestPoolSize}.`;
  throw new ConfigurationError([{ path: [poolVariable], message }]);
}
