/** Parses YAML or JSON and keeps the position of each value in the text. */
import {
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Alias,
  type Document,
} from 'yaml';
import { maskSource, type Fault } from './fault.ts';
import { findDeepNesting, maximumNesting } from './nesting.ts';

/** The way to a value: names of fields and places in lists. */
export type Path = readonly PropertyKey[];

/** A parsed configuration file with the positions of its values. */
export interface SourceDocument {
  readonly document: Document;
  /** Syntax errors. */
  readonly faults: readonly Fault[];
  /** A fault at a value, or at the key of the nearest existing parent when there is no such value. */
  faultAt(path: Path, message: string): Fault;
  /** The line (from 1) of an offset in characters (from 0). */
  lineOf(offset: number): number;
  /** A fault at a key. */
  faultAtKey(path: Path, message: string): Fault;
}

/** The first syntax errors say what is wrong; those after them mostly follow from these. */
const maximumFaults = 20;

const tooDeep = `Values are nested more than ${String(maximumNesting)} levels deep.`;

/** @param file the name shown in faults */
export function parseSource(file: string, text: string): SourceDocument {
  const deep = findDeepNesting(text);
  if (deep === undefined) return parseText(file, text);
  const fault: Fault = { file, ...deep, path: '', message: tooDeep, source: '' };
  return { ...parseText(file, ''), faults: [fault] };
}

function parseText(file: string, text: string): SourceDocument {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  nameAsWritten(document);
  const lines = text.split(/\r?\n/);

  const faultAtOffset = (offset: number, path: Path, message: string): Fault => {
    const { line, col } = lineCounter.linePos(Math.min(offset, text.length));
    const source = maskSource(lines[line - 1] ?? '');
    return { file, line, column: col, path: formatPath(path), message, source };
  };
  const faultAtKey = (path: Path, message: string): Fault =>
    faultAtOffset(findKeyOffset(document, path), path, message);

  const problems = [...document.errors, ...document.warnings].slice(0, maximumFaults);
  const explained = problems.map((problem) => {
    const { line } = lineCounter.linePos(Math.min(problem.pos[0], text.length));
    const isBare = hasBarePlaceholder(lines[line - 1] ?? '');
    return faultAtOffset(problem.pos[0], [], isBare ? unquoted : describeProblem(problem));
  });
  const faults = explained.filter(
    ({ line, message }, index) =>
      message !== unquoted || explained.findIndex((other) => other.line === line) === index,
  );
  if (faults.length === 0 && !canBeRead(document)) {
    const lost = findLostAlias(document);
    const message =
      lost === undefined ? endless : `There is no anchor &${lost.source} before *${lost.source}.`;
    faults.push(faultAtOffset(lost?.range?.[0] ?? 0, [], message));
  }

  return {
    document,
    faults,
    lineOf: (offset) => lineCounter.linePos(offset).line,
    faultAtKey,
    faultAt(path, message) {
      const node = document.getIn(path, true);
      const offset = isNode(node) ? node.range?.[0] : undefined;
      return offset === undefined
        ? faultAtKey(path, message)
        : faultAtOffset(offset, path, message);
    },
  };
}

/** A key is a name: `2026` and `1.10` would otherwise be numbers, which no path finds. */
function nameAsWritten(document: Document): void {
  visit(document, {
    Pair(_, { key }) {
      if (isScalar(key) && typeof key.value !== 'string')
        key.value = key.source ?? String(key.value);
    },
  });
}

/** Whether a value within braces or brackets begins with `${`, where YAML reads another brace. */
function hasBarePlaceholder(line: string): boolean {
  const opened = line.search(/[{[,]/);
  return opened !== -1 && /[:[,]\s*\$\{/.test(line.slice(opened + 1));
}

const unquoted = "Within braces or brackets, write quotes around it: '${NAME}'.";

/** The first alias (`*name`) without an anchor (`&name`) before it. */
function findLostAlias(document: Document): Alias | undefined {
  const anchors = new Set<string>();
  let lost: Alias | undefined;
  visit(document, {
    Value(_, { anchor }) {
      if (anchor !== undefined) anchors.add(anchor);
    },
    Alias(_, alias) {
      if (anchors.has(alias.source)) return undefined;
      lost = alias;
      return visit.BREAK;
    },
  });
  return lost;
}

const endless = 'Its aliases (`*name`) repeat too much of it: write them out.';

/** False for aliases of aliases that would fill the memory. */
function canBeRead(document: Document): boolean {
  try {
    document.toJS();
    return true;
  } catch (thrown) {
    if (thrown instanceof ReferenceError) return false;
    throw thrown;
  }
}

function describeProblem({
  code,
  message,
}: Document['errors'][number] | Document['warnings'][number]): string {
  if (code === 'MULTIPLE_DOCS') return 'Only one document is read: remove this line.';
  return `${message}.`.replace(/\.+$/, '.');
}

/** The offset of the deepest key or list entry of a path that exists in the file. */
function findKeyOffset(document: Document, path: Path): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const parent = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
    const offset = isNode(parent) ? findOffset(parent, path[depth - 1]) : undefined;
    if (offset !== undefined) return offset;
  }
  return 0;
}

function findOffset(parent: unknown, key: PropertyKey | undefined): number | undefined {
  if (isSeq(parent)) {
    const entry = parent.items[Number(key)];
    return isNode(entry) ? entry.range?.[0] : undefined;
  }
  if (!isMap(parent)) return undefined;
  const pair = parent.items.find(
    (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === key,
  );
  return isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
}

function formatPath(path: Path): string {
  return path.map(String).join('.');
}
