/**
 * Sets the variables of the environment that Bun reads only when a process starts. If one is missing, the process is
 * replaced by one that has it: the same program with the same process id, before anything is opened.
 */
import process from 'node:process';

/** Variables that are set already keep their value. */
const variables: Readonly<Record<string, string>> = {
  /**
   * Upstream calls at once, more than the client requests that one process accepts. Bun's `fetch` runs 256, including
   * streams, and lets the others wait silently.
   * https://bun.com/docs/runtime/networking/fetch#simultaneous-connection-limit
   */
  BUN_CONFIG_MAX_HTTP_REQUESTS: '20000',
  /**
   * Milliseconds until free memory goes back to the system. Bun's 100 return what the next requests need again, and
   * cost a fifth to a half of the CPU time of a short call (decision 65). https://microsoft.github.io/mimalloc/environment.html
   */
  MIMALLOC_PURGE_DELAY: '60000',
  /** Whether pages that are still used are searched for free parts, ten times a second. */
  MIMALLOC_PURGE_HOLES: '0',
};

const missing = Object.entries(variables).filter(([name]) => !process.env[name]);
if (missing.length > 0) replaceProcess({ ...process.env, ...Object.fromEntries(missing) });

/** Does nothing on Windows, where processes cannot be replaced; set the variables yourself there. */
function replaceProcess(environment: NodeJS.ProcessEnv): void {
  const [, script = '', ...args] = process.argv;
  // In a compiled program, the script is part of the executable and not an argument.
  const isCompiled = script.startsWith('/$bunfs/');
  const own = isCompiled ? [] : [...process.execArgv, script];
  process.execve?.(process.execPath, [process.execPath, ...own, ...args], environment);
}
