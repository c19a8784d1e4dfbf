// The pure functions of the launcher `run.mjs`: they only use their arguments.
import { createHash } from 'node:crypto';

/** The oldest Node that runs the gateway: the first with `node:sqlite` without a flag. */
const oldest = [22, 13];

/**
 * Chooses the Node that runs the gateway and the tools.
 * @param {{ bundled: string | undefined, current: string, version: string }} candidates
 * `bundled`: path of the installed Node, when it starts on this machine; `current`: path of the Node that
 * runs the launcher; `version`: its version, such as `v20.20.2`
 * @returns {string} a path
 * @throws {Error} with a message for the reader, when neither is suitable
 */
export function chooseNode({ bundled, current, version }) {
  if (bundled !== undefined) return bundled;
  if (isNewEnough(version)) return current;
  throw new Error(
    `Parley needs Node ${oldest.join('.')} or newer, and this is Node ${version.slice(1)}. ` +
      'The Node that the install brings along does not run on this machine; on Linux it needs glibc and ' +
      'libatomic (apt-get install libatomic1, or dnf install libatomic). ' +
      'Please install that, or Node 26 from nodejs.org or with your version manager, and try again.',
  );
}

/** @param {string} version such as `v22.13.0` */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/**
 * Returns a line that changes whenever an install would have another result.
 * @param {readonly (readonly [name: string, content: string])[]} files lockfile and manifests
 * @returns {string} 64 hexadecimal digits
 */
export function fingerprintInstall(files) {
  const hash = createHash('sha256');
  for (const [name, content] of files) hash.update(`${name}\n${content.length}\n${content}\n`);
  return hash.digest('hex');
}

/**
 * Accepts a signal once and ignores its echoes: Ctrl-C reaches the launcher from the terminal and again from
 * npm, and a gateway that receives it twice ends at once.
 * @param {number} quietMs milliseconds in which an equal signal is an echo
 * @returns {(signal: string, at: number) => boolean} `at` is a time in milliseconds
 */
export function createSignalGate(quietMs) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return (signal, at) => {
    const before = seen.get(signal);
    if (before !== undefined && at - before < quietMs) return false;
    seen.set(signal, at);
    return true;
  };
}

/**
 * Returns the signal that the gateway receives for a signal to the launcher. SIGHUP asks a service to reload
 * its configuration, but from a terminal it means that the terminal was closed.
 * @param {NodeJS.Signals} signal
 * @param {boolean} hasTerminal
 * @returns {NodeJS.Signals}
 */
export function translateSignal(signal, hasTerminal) {
  return signal === 'SIGHUP' && hasTerminal ? 'SIGTERM' : signal;
}

/** Turbo writes `cache miss, executing <hash>` for a package that it builds, and `cache hit` for the others. */
const building = 'executing';

/**
 * Reads the output of turbo and calls `announce` once, when the first package is built.
 * @param {() => void} announce
 * @returns {(text: string) => void} receives the output of one stream in pieces of any size
 */
export function createBuildWatch(announce) {
  let end = '';
  let isBuilding = false;
  return (text) => {
    if (isBuilding) return;
    const read = end + text;
    end = read.slice(-building.length);
    isBuilding = read.includes(building);
    if (isBuilding) announce();
  };
}
