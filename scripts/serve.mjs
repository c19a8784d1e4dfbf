// Runs the built gateway on one of its runtimes until a signal ends it:
//   node scripts/serve.mjs --runtime bun --port 8787
// It inherits the environment with its provider keys and PARLEY_CONFIG. The data of the embedded store are in
// PARLEY_DATA, by default in a temporary folder.
import { parseArgs } from 'node:util';
import { runtimes, startRuntime } from './serving.mjs';

try {
  process.exitCode = await serve();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function serve() {
  const { values } = parseArgs({
    options: {
      runtime: { type: 'string', default: 'node' },
      port: { type: 'string', default: '8787' },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port takes a whole number from 0 to 65535, not "${values.port}".`);
  }
  let isReady = false;
  const gateway = await startRuntime(values.runtime, {
    port,
    environment: process.env,
    onOutput: (text) => {
      if (isReady) process.stderr.write(text);
    },
  });
  process.stderr.write(describe(values.runtime, gateway));
  isReady = true;
  return new Promise((resolve) => {
    for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) {
      process.once(signal, () => resolve(gateway.stop(signal)));
    }
    gateway.ended.then(resolve);
  });
}

/** @param {string} runtime @param {import('./serving.mjs').RunningGateway} gateway */
function describe(runtime, { url, key, adminToken }) {
  const body = '{"model":"demo/echo","messages":[{"role":"user","content":"Hello, Parley"}]}';
  return `
  parley on ${runtime}   (also: ${runtimes.filter((name) => name !== runtime).join(', ')})

  Base URL       ${url}   (OpenAI clients: ${url}/v1)
  Your key       ${key}
  Admin token    ${adminToken}

  Try it
    curl ${url}/v1/chat/completions \\
      -H "Authorization: Bearer ${key}" \\
      -H "Content-Type: application/json" \\
      -d '${body}'

`;
}
