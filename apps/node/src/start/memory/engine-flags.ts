/** Sets V8's flags for a gateway that runs; used once it listens. */
import process from 'node:process';
import { keepCompiledCode } from './compiled-code.ts';
import { limitOldGeneration } from './old-generation.ts';

/** Milliseconds in which the start ends and the first calls are answered. */
const startMs = 500;

/**
 * V8 refuses code that was compiled under other flags, also the compiled code of Node itself. So the code of this start
 * is saved for the next one before the flags are set, and what is loaded under them when the process ends.
 */
export function setFlagsWhenStarted(then: () => void): void {
  process.once('exit', saveCode);
  setTimeout(() => {
    saveCode();
    limitOldGeneration();
    keepCompiledCode();
    then();
  }, startMs).unref();
}

function saveCode(): void {
  import.meta.saveCodeCache?.();
}
