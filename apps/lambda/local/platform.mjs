// A local AWS Lambda: a Function URL on loopback, and as many instances of the function as are needed.
import { createFront } from './front.mjs';
import { startSandbox } from './sandbox.mjs';

/** @typedef {import('./sandbox.mjs').Sandbox} Sandbox */

/**
 * @typedef {object} Platform
 * @property {string} url
 * @property {() => readonly number[]} pids of the instances
 * @property {() => string} output all that the instances have printed
 * @property {() => Promise<void>} stop
 */

/**
 * @typedef {Partial<Omit<import('./sandbox.mjs').SandboxSettings, 'environment'>>
 *   & Pick<import('./sandbox.mjs').SandboxSettings, 'environment' | 'taskRoot'>
 *   & { port?: number, instances?: number, largestStream?: number }} PlatformSettings
 *   `instances`: at most; more requests than they can take wait
 */

/** @param {PlatformSettings} settings @returns {Promise<Platform>} */
export async function startPlatform({ port = 0, instances = 16, largestStream, ...given }) {
  let output = '';
  const fleet = createFleet(instances, () =>
    startSandbox({
      handler: 'main.handler',
      timeoutMs: 900_000,
      concurrency: 1,
      ...given,
      onOutput: (text) => {
        output += text;
        given.onOutput?.(text);
      },
    }),
  );
  const front = await createFront({ port, largestStream, acquire: fleet.acquire });
  return {
    url: front.url,
    pids: fleet.pids,
    output: () => output,
    async stop() {
      await front.close();
      await fleet.stop();
    },
  };
}

/**
 * Gives each request an instance that is free, or a new one.
 * @param {number} most
 * @param {() => Promise<Sandbox>} start
 */
function createFleet(most, start) {
  /** @type {Set<Sandbox>} */
  const sandboxes = new Set();
  /** @type {(() => void)[]} */
  const waiting = [];
  let starting = 0;
  const wake = () => waiting.shift()?.();

  const grow = async () => {
    starting += 1;
    const sandbox = await start();
    starting -= 1;
    sandboxes.add(sandbox);
    void sandbox.ended.then(() => {
      sandboxes.delete(sandbox);
      wake();
    });
    return sandbox;
  };
  return {
    /** Gives an event to an instance. @param {string} event */
    async acquire(event) {
      for (;;) {
        const free = [...sandboxes].find((sandbox) => sandbox.isFree());
        const sandbox = free ?? (sandboxes.size + starting < most ? await grow() : undefined);
        if (sandbox?.isFree()) {
          const { answer, ended } = sandbox.invoke(event);
          void ended.then(wake);
          return answer;
        }
        await new Promise((resolve) => waiting.push(() => resolve(undefined)));
      }
    },
    pids: () => [...sandboxes].map(({ pid }) => pid),
    stop: () => Promise.all([...sandboxes].map((sandbox) => sandbox.stop())),
  };
}
