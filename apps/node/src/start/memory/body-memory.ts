/** Decides how much memory request bodies may take where the process may not use much; used when the gateway starts. */
import process from 'node:process';
import { totalmem } from 'node:os';

const mebibyte = 1024 * 1024;
/** What a process needs beside bodies, in bytes. */
const ownBytes = 320 * mebibyte;
/** How many times its size a body takes while its request runs. */
const copies = 3;
/** With less, hardly any long conversation would be served; one body alone always has room. */
const least = 32 * mebibyte;
/** With more, reading them would hold up all other requests for seconds. */
const most = 512 * mebibyte;

/** The bytes that the process may use: what its control group, such as a container, allows, or all of the machine. */
function findMemory(): number {
  const constrained = process.constrainedMemory();
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
