// Runs the project on a machine that has only Node >= 20 and npm:
//   node scripts/run.mjs start   installs, builds and runs the gateway
//   node scripts/run.mjs test    installs and runs every check
// It uses nothing but Node's own modules, because it runs before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const localNode = join(root, 'node_modules', '.bin', 'node');
const [task = 'start', ...rest] = process.argv.slice(2);
const environment = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };

let child;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, () => child?.kill(signal));
}

/** Runs one command in the foreground and resolves to its exit code. */
function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    child = spawn(command, args, { cwd: root, env: environment, stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

/** Runs the pinned pnpm without a global install. `--prefer-offline` keeps repeated runs fast. */
function pnpm(args, options) {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  const pinned = ['--yes', '--prefer-offline', manifest.packageManager];
  return run(npx, [...pinned, ...args], { shell: process.platform === 'win32', ...options });
}

async function step(code) {
  const result = await code;
  if (result !== 0) process.exit(result);
}

// While the gateway starts, its own first lines are what the reader should see.
const quiet = task === 'start' ? { stdio: ['ignore', 'ignore', 'inherit'] } : {};
if (task === 'start') process.stderr.write('parley: installing and building, please wait\n');
await step(pnpm(['install', '--frozen-lockfile'], quiet));
if (task === 'start') {
  await step(
    pnpm(['exec', 'turbo', 'run', 'build', '--filter=parley', '--output-logs=errors-only'], quiet),
  );
  const node = existsSync(localNode) ? localNode : process.execPath;
  process.exit(
    await run(node, [join(root, 'apps', 'node', 'dist', 'cli.js'), 'start', ...rest], {
      cwd: process.env.INIT_CWD ?? root,
    }),
  );
}
process.exit(await pnpm(['run', 'check', ...rest]));
