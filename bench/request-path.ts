/**
 * Lists the files and functions of this project that one warm request executes: a streamed messages request
 * of a limited key with a chat completions upstream. Uses V8's precise coverage. Run it with `node
 * --conditions=parley-source bench/request-path.ts`; `--files` lists every file.
 */
import { Session } from 'node:inspector/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { createRelayGateway } from './relay-gateway.ts';

const root = new URL('..', import.meta.url).href;
const warmUps = 50;

/** Whether the URL is in a package of this repository; scripts and libraries are excluded. */
function isOurs(url: string): boolean {
  return url.startsWith(`${root}packages/`) && !url.includes('/node_modules/');
}

const { ask, close } = await createRelayGateway({ from: 'messages', to: 'chat', events: 20 });
for (let done = 0; done < warmUps; done += 1) await ask(true);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await session.post('Profiler.takePreciseCoverage');
await ask(true);
// The settlement after the response is part of the request.
await new Promise((resolve) => setTimeout(resolve, 200));
const { result } = await session.post('Profiler.takePreciseCoverage');
session.disconnect();
await close();

const files = result
  .filter(({ url }) => isOurs(url))
  .map(({ url, functions }) => ({
    path: fileURLToPath(url).slice(fileURLToPath(root).length),
    functions: functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length,
  }))
  .filter(({ functions }) => functions > 0)
  .toSorted((left, right) => left.path.localeCompare(right.path));

if (process.argv.includes('--files')) {
  for (const { path, functions } of files) console.log(`${functions}\t${path}`);
}
const total = files.reduce((sum, { functions }) => sum + functions, 0);
console.log(`${files.length} files, ${total} functions`);
