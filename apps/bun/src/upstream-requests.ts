/**
 * Lifts the number of upstream calls that may run at once. Bun's `fetch` lets 256 requests run and
 * the next ones wait, without a word; a stream is one for as long as it lasts. Bun reads its limit from
 * the environment when the process starts and at no other time, so the process is replaced by one that
 * has the variable: the same program, the same process id, and nothing has been opened yet.
 * https://bun.com/docs/runtime/networking/fetch#simultaneous-connection-limit
 */
import process from 'node:process';

const variable = 'BUN_CONFIG_MAX_HTTP_REQUESTS';
/** More than the exchanges that one process takes. */
const maximumRequests = 20_000;

if (!process.env[variable]) startAgain({ ...process.env, [variable]: String(maximumRequests) });

/** Does nothing where processes cannot be replaced (Windows); the variable is then set from outside. */
function startAgain(environment: NodeJS.ProcessEnv): void {
  const [, script = '', ...words] = process.argv;
  // In a compiled program the script is a part of the executable, and no argument.
  const isCompiled = script.startsWith('/$bunfs/');
  const own = isCompiled ? [] : [...process.execArgv, script];
  process.execve?.(process.execPath, [process.execPath, ...own, ...words], environment);
}
