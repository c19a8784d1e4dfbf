// One instance of the function: a process with AWS's own runtime client and the built handler in it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createRuntimeApi } from './runtime-api.mjs';

/**
 * @typedef {object} SandboxSettings
 * @property {Readonly<Record<string, string | undefined>>} environment
 * @property {string} taskRoot the folder of the function's files
 * @property {string} handler such as `main.handler`
 * @property {number} timeoutMs for one invocation; then the instance is killed, as on the platform
 * @property {number} concurrency requests at a time; more than one is multi-concurrency
 * @property {'idle' | 'answer' | undefined} [freeze] when the process is stopped until the next request: once
 *   it asks for one, as on the platform, or sooner, with the last byte of its answer
 * @property {(text: string) => void} onOutput
 */

/**
 * @typedef {object} Sandbox
 * @property {number} pid
 * @property {() => boolean} isFree
 * @property {(event: string) => { answer: Promise<import('./runtime-api.mjs').Answer>, ended: Promise<void> }} invoke
 * @property {Promise<void>} ended resolves when the process has ended
 * @property {() => Promise<void>} stop
 */

const client = fileURLToPath(import.meta.resolve('aws-lambda-ric'));
const nativeClient = new URL('native-client.mjs', import.meta.url).href;
/** Milliseconds that the platform lets an instance with an extension shut down. */
const shutdownMs = 2_000;

/** @param {SandboxSettings} settings @returns {Promise<Sandbox>} */
export async function startSandbox(settings) {
  const { timeoutMs, concurrency, freeze, onOutput } = settings;
  const api = await createRuntimeApi(() => {
    if (freeze === 'idle') child.kill('SIGSTOP');
  });
  const child = spawn(process.execPath, ['--import', nativeClient, client], {
    cwd: settings.taskRoot,
    env: createEnvironment(settings, api.address),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', onOutput);
  }
  let running = 0;
  let hasEnded = false;
  const ended = once(child, 'exit').then(async ([code, signal]) => {
    hasEnded = true;
    api.failAll(`The instance ended (${signal ?? code}).`);
    await api.close();
  });
  return {
    pid: child.pid ?? 0,
    isFree: () => !hasEnded && running < concurrency,
    invoke(event) {
      running += 1;
      if (freeze) child.kill('SIGCONT');
      const invocation = api.invoke(event, Date.now() + timeoutMs);
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      return {
        answer: invocation.answer,
        ended: invocation.ended.then(() => {
          clearTimeout(timer);
          running -= 1;
          if (freeze === 'answer' && running === 0) child.kill('SIGSTOP');
        }),
      };
    },
    ended,
    async stop() {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), shutdownMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** @param {SandboxSettings} settings @param {string} address */
function createEnvironment({ environment, taskRoot, handler, concurrency }, address) {
  return {
    ...environment,
    AWS_LAMBDA_RUNTIME_API: address,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: 'parley',
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024',
    AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/parley',
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    LAMBDA_TASK_ROOT: taskRoot,
    _HANDLER: handler,
    TZ: ':UTC',
    // One thread, so that what is in memory is there for every request.
    ...(concurrency > 1 && {
      AWS_LAMBDA_MAX_CONCURRENCY: String(concurrency),
      AWS_LAMBDA_NODEJS_WORKER_COUNT: '1',
    }),
  };
}
