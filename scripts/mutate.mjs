/**
 * Changes one operator at a time in the rules of money, and lists the changes that no test notices. Run it with
 * `pnpm mutate`; nightly, because each change takes some seconds. Files are restored, also after an interruption.
 */
import { spawn } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const billing = 'packages/core/src/billing';
/** A test that takes longer has found an endless loop. */
const longestRunMs = 120_000;

/**
 * What is replaced, by what.
 * @type {readonly (readonly [RegExp, string])[]}
 */
const operators = [
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < (?=[\w(])/g, ' <= '],
  [/ > (?=[\w(])/g, ' >= '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/Math\.max\(/g, 'Math.min('],
  [/Math\.min\(/g, 'Math.max('],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
];

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: `${billing}/{ledger,quota,pricing}/*.ts` },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
  },
});

/**
 * Every change that is possible, in code only: comments, imports and the beginnings of types are skipped.
 * @param {string} path
 */
function listChanges(path) {
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n');
  let start = 0;
  return lines.flatMap((line, index) => {
    const lineStart = start;
    start += line.length + 1;
    if (/^\s*(\/\/|\/?\*|import |export type |type |interface |readonly )/.test(line)) return [];
    return operators.flatMap(([pattern, to]) =>
      [...line.matchAll(pattern)].map(({ index: at, 0: from }) => ({
        ...{ path, text, from, to, line: index + 1 },
        at: lineStart + at,
      })),
    );
  });
}

/**
 * The same order for the same seed, so that a run can be repeated.
 * @template Item
 * @param {readonly Item[]} items
 * @param {number} seed
 */
function shuffle(items, seed) {
  let state = seed;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
  return items
    .map((item) => ({ item, rank: next() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** @type {() => void} */
let restore = () => undefined;
/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
process.on('SIGINT', () => {
  running?.kill('SIGKILL');
  restore();
  process.exit(130);
});

/**
 * Resolves with whether a test below these paths failed.
 * @param {string[]} tests
 * @returns {Promise<boolean>}
 */
function doesFail(...tests) {
  return new Promise((resolve) => {
    const parameters = [vitest, 'run', '--project', 'unit', '--bail', '1', ...tests];
    const child = spawn(process.execPath, parameters, { cwd: root, stdio: 'ignore' });
    running = child;
    const timer = setTimeout(() => child.kill('SIGKILL'), longestRunMs);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code !== 0);
    });
  });
}

/**
 * The tests of the same folder notice most changes; whole requests are tried last, because they take longest.
 * @param {string} path
 */
async function isNoticed(path) {
  return (
    (await doesFail(dirname(path))) ||
    (await doesFail(billing, 'packages/core/src/memory-store')) ||
    (await doesFail('packages/core/src/pipeline'))
  );
}

const paths = globSync(values.files, { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
const changes = shuffle(
  paths.sort().flatMap((path) => listChanges(path)),
  Number(values.seed),
);
const end = Date.now() + Number(values.minutes) * 60_000;
const survivors = [];
let tried = 0;
for (const { path, text, at, from, to, line } of changes) {
  if (Date.now() > end) break;
  restore = () => writeFileSync(path, text);
  writeFileSync(path, text.slice(0, at) + to + text.slice(at + from.length));
  try {
    if (!(await isNoticed(path))) survivors.push(`${path}:${line}  ${from.trim()} → ${to.trim()}`);
  } finally {
    restore();
  }
  tried += 1;
}
console.log(`Tried ${tried} of ${changes.length} changes, seed ${values.seed}.`);
for (const survivor of survivors.sort()) console.log(`Not noticed: ${survivor}`);
