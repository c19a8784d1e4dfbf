/** Starts the gateway of a Lambda instance from its environment. */
import { ConfigurationError, type Logger } from '@parley/core';
import {
  openTrialStore,
  prepareUnattended,
  requireLogLevel,
  startHost,
  type Environment,
  type StartedHost,
} from '@parley/host';
import { contentDecoders, loadFromDisk, readSecretVariables } from '@parley/host/disk';
import manifest from '../package.json' with { type: 'json' };

/** The variable with the maximum number of connections to PostgreSQL per instance. */
const poolVariable = 'PARLEY_POOL_SIZE';
/** One connection for the single request of an instance, and one for maintenance. */
const defaultPoolSize = 2;
const largestPoolSize = 100;

/**
 * Returns a function that starts the gateway once and returns the same one to all callers. After a failure,
 * which is logged, the next call tries again, because the database may be back by then.
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

/** Waits for the model lists of upstreams, because work after a response would freeze with the instance. */
async function start(variables: Environment, log: Logger): Promise<StartedHost> {
  requireLogLevel(variables);
  const environment = readSecretVariables(variables);
  // The folder of the function's files, where a packaged `parley.yaml` is found.
  const folder = environment['LAMBDA_TASK_ROOT'] ?? process.cwd();
  const host = await startHost({
    environment,
    loaded: loadFromDisk({ environment, workingFolder: folder, dataFolder: folder }),
    log,
    version: manifest.version,
    runtime: `AWS Lambda, node ${process.versions.node.replace(/\..*$/, '')}`,
    openOwnStore: () => openTrialStore(environment),
    poolSize: readPoolSize(environment[poolVariable]),
    parts: { decoders: contentDecoders, metrics: false },
  });
  await prepareUnattended(host);
  return host;
}

/** @throws ConfigurationError */
function readPoolSize(text = ''): number {
  if (text === '') return defaultPoolSize;
  const size = Number(text);
  if (Number.isInteger(size) && size >= 1 && size <= largestPoolSize) return size;
  const message = `Use a whole number from 1 to ${largestPoolSize}.`;
  throw new ConfigurationError([{ path: [poolVariable], message }]);
}
