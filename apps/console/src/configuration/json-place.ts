/** Finds the line and column of a field in a JSON text, for error messages. */

export interface JsonPlace {
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
}

/**
 * The place of the value at a path such as `tiers.0.to`, or of the nearest value above it that is there.
 * @param text valid JSON
 */
export function findJsonPlace(text: string, path: string): JsonPlace {
  const reader = createReader(text);
  const { start, end } = reader.find(path);
  return { start, end, line: text.slice(0, start).split('\n').length };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

const token = /[\s,:]*("(?:[^"\\]|\\.)*"|[[\]{}]|[^\s,:[\]{}"]+)/y;

function createReader(text: string) {
  const ranges = new Map<string, Range>();
  let at = 0;
  const next = () => {
    token.lastIndex = at;
    const found = token.exec(text)?.[1] ?? '';
    at = token.lastIndex || text.length;
    return found;
  };
  const readValue = (path: string) => {
    const first = next();
    const start = at - first.length;
    if (first === '{' || first === '[') readMembers(path, first);
    ranges.set(path, { start, end: at });
  };
  const readMembers = (path: string, opening: string) => {
    for (let index = 0; at < text.length; index += 1) {
      const before = at;
      const first = next();
      if (first === '}' || first === ']' || first === '') return;
      if (opening === '[') at = before;
      const name = opening === '[' ? String(index) : String(JSON.parse(first));
      readValue(path === '' ? name : `${path}.${name}`);
    }
  };
  readValue('');
  const find = (path: string): Range => {
    for (let here = path; here !== ''; here = here.slice(0, Math.max(0, here.lastIndexOf('.')))) {
      const range = ranges.get(here);
      if (range !== undefined) return range;
    }
    return ranges.get('') ?? { start: 0, end: text.length };
  };
  return { find };
}
