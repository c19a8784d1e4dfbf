/** Chooses the limit of request bodies in memory by what the container or the machine has; used by `run-gateway.ts`. */
import { totalmem } from 'node:os';
import process from 'node:process';
import { defaultLimits } from '@parley/core';

/** What a process needs beside bodies, in bytes. */
const ownBytes = 320 * 1024 * 1024;
/** How many times its size a body takes while its request runs. */
const copies = 3;
/** The largest body always has room. */
const least = defaultLimits.requestBytes;
const most = defaultLimits.bodyBytesInFlight;

/** The bytes that the process may use: what its control group, such as a container, allows, or all of the machine. */
function findMemory(): number {
  // Deno before 2.7 does not tell.
  const constrained = 'constrainedMemory' in process ? process.constrainedMemory() : 0;
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/**
 * The maximum size of the request bodies that a process holds, in bytes. A process that uses more than its memory is
 * killed with all of its streams.
 * @param workers how many processes share the memory
 */
export function chooseBodyBytes(workers: number, memory = findMemory()): number {
  const share = (memory / workers - ownBytes) / copies;
  return Math.floor(Math.min(most, Math.max(least, share)));
}
