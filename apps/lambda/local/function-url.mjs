// Runs the built function on a local AWS Lambda until a signal ends it:
//   node local/function-url.mjs [--buffered] [--freeze] [--instances 16] [--concurrency 1]
// The port is that of PARLEY_PORT, and the instances get this environment. What is in memory is there for
// one instance only, so with PARLEY_STORE=memory one takes all requests.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startPlatform } from './platform.mjs';

const { values } = parseArgs({
  options: {
    buffered: { type: 'boolean', default: false },
    freeze: { type: 'boolean' },
    instances: { type: 'string' },
    concurrency: { type: 'string' },
  },
});
const { PARLEY_CONFIG, PARLEY_STORE, PARLEY_PORT = '8787' } = process.env;
const inMemory = PARLEY_STORE === 'memory' && !process.env['PARLEY_DATABASE_URL'];

const platform = await startPlatform({
  port: Number(PARLEY_PORT),
  taskRoot: join(import.meta.dirname, '..', 'dist'),
  handler: values.buffered ? 'main.bufferedHandler' : 'main.handler',
  // An instance runs in the folder of the function's files.
  environment: { ...process.env, ...(PARLEY_CONFIG && { PARLEY_CONFIG: resolve(PARLEY_CONFIG) }) },
  freeze: values.freeze ? 'idle' : undefined,
  instances: Number(values.instances ?? (inMemory ? 1 : 16)),
  concurrency: Number(values.concurrency ?? (inMemory ? 4_096 : 1)),
  onOutput: (text) => process.stderr.write(text),
});
process.stderr.write(`Function URL  ${platform.url}\n`);
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.once(signal, () => {
    void platform.stop().then(() => process.exit(0));
  });
}
