// The parts of the launcher that decide something. They touch nothing but what they are given.
import { createHash } from 'node:crypto';

/** The oldest Node that runs the gateway: the first with `node:sqlite` without a flag. */
const oldest = [22, 13];

/**
 * Which Node runs the gateway and the tools.
 * @param {{ bundled: string | undefined, current: string, version: string }} candidates
 *   `bundled`: path of the Node that the install brought, when it starts on this machine;
 *   `current`: path of the Node that runs the launcher; `version`: its version, such as `v20.20.2`
 * @returns {string} a path
 * @throws {Error} with a sentence for the reader, when neither will do
 */
export function chooseNode({ bundled, current, version }) {
  if (bundled !== undefined) return bundled;
  if (isNewEnough(version)) return current;
  throw new Error(
    `Parley needs Node ${oldest.join('.')} or newer, and this is Node ${version.slice(1)}. ` +
      'The Node that the install brings along does not run on this machine. ' +
      'Please install Node 24 from nodejs.org or with your version manager, and try again.',
  );
}

/** @param {string} version such as `v22.13.0` */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/**
 * One line that changes whenever an install would do something else.
 * @param {readonly (readonly [name: string, content: string])[]} files lockfile and manifests
 * @returns {string} 64 hexadecimal digits
 */
export function fingerprintInstall(files) {
  const hash = createHash('sha256');
  for (const [name, content] of files) hash.update(`${name}\n${content.length}\n${content}\n`);
  return hash.digest('hex');
}

/**
 * Lets a signal through once and drops its echoes: pressing Ctrl-C reaches the launcher from the
 * terminal and again from npm, and a gateway that sees it twice believes that it must hurry.
 * @param {number} quietMs how long an equal signal counts as an echo, in milliseconds
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
 * What a signal to the launcher means to the gateway. A hang-up asks a service to read its
 * configuration again, but under a terminal it says that the person and the screen have gone.
 * @param {NodeJS.Signals} signal
 * @param {boolean} hasTerminal
 * @returns {NodeJS.Signals}
 */
export function translateSignal(signal, hasTerminal) {
  return signal === 'SIGHUP' && hasTerminal ? 'SIGTERM' : signal;
}
