/** Sets V8's flags for a gateway that runs; used once it listens. */
import { keepCompiledCode } from './compiled-code.ts';
import { limitOldGeneration } from './old-generation.ts';

/** Milliseconds in which the start ends and the first calls are answered. */
const startMs = 500;

/**
 * V8 and Node refuse code that was compiled under other flags, also the code of Node itself. So what a start compiles is
 * kept for the next one before the flags are set.
 */
export function setFlagsWhenStarted(then: () => void): void {
  setTimeout(() => {
    import.meta.saveCodeCache?.();
    limitOldGeneration();
    keepCompiledCode();
    then();
  }, startMs).unref();
}
