// Runs the built Worker on this machine, on the runtime that Cloudflare runs, with the variables of the
// environment as its bindings:
//   PARLEY_PORT=8787 node local/worker.mjs
import { startWorker } from './start-worker.mjs';

const names = /^(PARLEY_|[A-Z0-9_]+_(API_KEY|BASE_URL|HOST)$)/;
const bindings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => names.test(name)),
);
const worker = await startWorker({
  bindings,
  host: process.env['PARLEY_HOST'] || '127.0.0.1',
  port: Number(process.env['PARLEY_PORT'] || 8787),
  folder: process.env['PARLEY_DATA'],
});
process.stderr.write(`parley on workerd   ${worker.url}\n`);
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.once(signal, () => void worker.stop());
}
