// Changes the sources at one point at a time and lists the changes that no test notices; run by hand or nightly.
//   pnpm mutate [--minutes 30] [--seed 1] [--tests <path>]… packages/protocol/src/dialects
// Without --tests, every unit test that imports the changed file is run.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

/** One change: the text between two offsets is replaced. */
interface Mutation {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const root = join(import.meta.dirname, '..');
function sourcesOf(paths: readonly string[]): string[] {
  return paths
    .flatMap((path) => {
      const isFile = statSync(join(root, path)).isFile();
      return isFile ? [path] : globSync(`${path}/**/*.ts`, { cwd: root });
    })
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path));
}

/** Every change of a file: conditions are negated, literals changed, statements removed. */
function mutationsOf(file: string): Mutation[] {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    // Types, imports and exports of names are no behaviour.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const changed = change(node);
    if (changed !== undefined) {
      found.push({ file, start: node.getStart(source), end: node.getEnd(), text: changed });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The changed text of a node; `undefined` if it is not changed. */
function change(node: ts.Node): string | undefined {
  if (isCondition(node)) return `!(${node.getText()})`;
  if (ts.isStringLiteral(node)) return JSON.stringify(`${node.text}~`);
  if (ts.isNumericLiteral(node)) return `${Number(node.text) + 1}`;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return 'false';
  if (node.kind === ts.SyntaxKind.FalseKeyword) return 'true';
  return ts.isExpressionStatement(node) ? ';' : undefined;
}

function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isSourceFile(node)) return false;
  if (ts.isIfStatement(parent)) return parent.expression === node;
  return ts.isConditionalExpression(parent) && parent.condition === node;
}

/** Whether the tests of some files pass within a time, in milliseconds; 0 means without a limit. */
type TestRun = (files: readonly string[], timeout: number) => boolean;

function createTestRun(tests: readonly string[]): TestRun {
  const program = join(root, 'node_modules/.bin/vitest');
  const fixed = ['--run', '--bail=1', '--project=unit'];
  return (files, timeout) => {
    const chosen = tests.length > 0 ? ['run', ...tests] : ['related', ...files];
    const options = { cwd: root, stdio: 'ignore', timeout } as const;
    return spawnSync(program, [...chosen, ...fixed], options).status === 0;
  };
}

/** True if a test fails with the change, or does not end. The file is restored. */
function isNoticed({ file, start, end, text }: Mutation, passes: () => boolean): boolean {
  const path = join(root, file);
  const original = readFileSync(path, 'utf8');
  try {
    writeFileSync(path, original.slice(0, start) + text + original.slice(end));
    return !passes();
  } finally {
    writeFileSync(path, original);
  }
}

function describe({ file, start, end, text }: Mutation): string {
  const source = readFileSync(join(root, file), 'utf8');
  const line = source.slice(0, start).split('\n').length;
  const [before = ''] = source.slice(start, end).split('\n');
  return `${relative('.', file)}:${line}  ${before}  →  ${text.split('\n')[0] ?? ''}`;
}

/** The same seed gives the same order, so that a run can be repeated. */
function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed;
  const keyed = items.map((item) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return [state, item] as const;
  });
  return keyed.sort(([one], [other]) => one - other).map(([, item]) => item);
}

function isClean(paths: readonly string[]): boolean {
  const status = spawnSync('git', ['status', '--porcelain', '--', ...paths], { cwd: root });
  return status.status === 0 && status.stdout.length === 0;
}

function main(): void {
  const { values, positionals: paths } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      tests: { type: 'string', multiple: true, default: [] },
    },
  });
  if (paths.length === 0) throw new Error('Name the files or folders to change.');
  if (!isClean(paths))
    throw new Error('Commit the files first: the script changes and restores them.');
  const files = sourcesOf(paths);
  const passes = createTestRun(values.tests);
  const begun = Date.now();
  if (!passes(files, 0)) throw new Error('The tests fail without any change.');
  const longest = 10_000 + 4 * (Date.now() - begun);
  const all = shuffle(files.flatMap(mutationsOf), Number(values.seed));
  const end = Date.now() + Number(values.minutes) * 60_000;
  let tried = 0;
  const survivors: string[] = [];
  for (const mutation of all) {
    if (Date.now() > end) break;
    tried += 1;
    if (isNoticed(mutation, () => passes([mutation.file], longest))) continue;
    survivors.push(describe(mutation));
    console.log(survivors.at(-1));
  }
  console.log(
    `${tried} of ${all.length} changes tried, ${survivors.length} not noticed by any test.`,
  );
}

main();
