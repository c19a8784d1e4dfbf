/**
 * Raises the number of simultaneous upstream calls. Bun's `fetch` runs 256 requests, including streams,
 * and lets the others wait silently. Bun reads this limit from the environment only when the process
 * starts, so the process is replaced by one that has the variable: the same program with the same process
 * id, before anything is opened.
 * https://bun.com/docs/runtime/networking/fetch#simultaneous-connection-limit
 */
import process from 'node:process';

const variable = 'BUN_CONFIG_MAX_HTTP_REQUESTS';
/** More than the number of client requests that one process accepts. */
const maximumRequests = 20_000;

if (!process.env[variable]) replaceProcess({ ...process.env, [variable]: String(maximumRequests) });

/** Does nothing on Windows, where processes cannot be replaced; set the variable yourself there. */
function replaceProcess(environment: NodeJS.ProcessEnv): void {
  const [, script = '', ...args] = process.argv;
  // In a compiled program, the script is part of the executable and not an argument.
  const isCompiled = script.startsWith('/$bunfs/');
  const own = isCompiled ? [] : [...process.execArgv, script];
  process.execve?.(process.execPath, [process.execPath, ...own, ...args], environment);
}
