/** Lets V8 keep the code that it has compiled while the gateway is idle; used when the gateway starts. */
import process from 'node:process';
import v8 from 'node:v8';

/** For how many collections V8 keeps a shape of objects that only optimized code needs; 2 by default. */
const collections = 100;

/**
 * Holds for all threads of the process. Optimized code depends on the shapes of the objects of a request. An idle
 * gateway has no such object, and V8 would drop the shapes, and with them the code, when it frees memory after eight
 * idle seconds. The next requests would cost twice the CPU time until everything is compiled again.
 */
export function keepCompiledCode(): void {
  v8.setFlagsFromString(chooseFlag(process.versions.v8));
  v8.setFlagsFromString(`--retain-maps-for-n-gc=${String(collections)}`);
}

/**
 * V8 13 can free the memory of an idle process and keep the shapes. Others cannot, so they free nothing; the
 * collection of a gateway that has been idle for long does that (`idle-memory.ts`).
 */
function chooseFlag(version: string): string {
  return version.startsWith('13.')
    ? '--no-memory-reducer-favors-memory'
    : '--memory-reducer-gc-count=0';
}
