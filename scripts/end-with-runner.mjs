// Ends a started program when the process that started it ends, however that happens; used by `serving.mjs` and
// `services.mjs`.
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Reads until the end of its input, which comes when the runner has ended, also by SIGKILL. Then ends the program, as
 * `stop` does, with what it has started in its group, if it has one of its own, and deletes its folder.
 */
const script = `
cat > /dev/null
kill -TERM "$1" 2> /dev/null
for try in $(seq 100); do kill -0 "$1" 2> /dev/null || break; sleep 0.1; done
kill -s KILL -- "-$1" 2> /dev/null || kill -KILL "$1" 2> /dev/null
rm -rf "$2"`;

/**
 * Watches over a program from a process of its own, which a signal to the group of the runner does not reach. Where there
 * is no `sh`, nothing does.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} folder of the program, to be deleted
 */
export function endWithRunner(child, folder) {
  const watcher = spawn('sh', ['-c', script, 'sh', String(child.pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => undefined);
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  // Another program could get the id of one that has ended.
  child.once('exit', () => watcher.kill('SIGKILL'));
}
