/** Compares names: sort order, patterns with `*`, and suggestions for a mistyped name. */

/** Compares by code units, for an order that does not depend on the machine's locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Whether a name matches a pattern in which `*` matches any characters. Each fixed piece is searched for
 * once, so the time is at most the product of both lengths.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) return name === pattern;
  if (!name.startsWith(head)) return false;
  let position = head.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, position);
    if (found === -1) return false;
    position = found + piece.length;
  }
  return name.length - tail.length >= position && name.endsWith(tail);
}

/** Longer names get no suggestions, because the time grows with the square of the length. */
const longestName = 128;

/** The maximum number of names that are compared. */
const mostCandidates = 5_000;

/**
 * The names nearest to a mistyped one by edit distance, up to a third of its length, followed by names that
 * contain it.
 * @param limit the maximum number of names, at least 1
 */
export function findNearestNames(
  name: string,
  candidates: Iterable<string>,
  limit: number,
): string[] {
  if (name === '' || name.length > longestName) return [];
  const wanted = name.toLowerCase();
  const furthest = Math.max(1, Math.floor(name.length / 3));
  const found: { readonly name: string; readonly distance: number }[] = [];
  let seen = 0;
  for (const candidate of candidates) {
    if (++seen > mostCandidates) break;
    if (candidate.length > longestName) continue;
    const distance = rankName(wanted, candidate.toLowerCase(), furthest);
    if (distance !== undefined) found.push({ name: candidate, distance });
  }
  found.sort((a, b) => a.distance - b.distance || compareText(a.name, b.name));
  return found.slice(0, limit).map((item) => item.name);
}

function rankName(wanted: string, candidate: string, furthest: number): number | undefined {
  const distance = editDistance(wanted, candidate, furthest);
  if (distance <= furthest) return distance;
  const contained = wanted.length >= 3 && candidate.includes(wanted);
  return contained ? furthest + candidate.length : undefined;
}

/**
 * The number of characters to add, remove or change: the Levenshtein distance. Takes time in proportion to both lengths.
 * @param furthest above it, the result is not exact
 */
export function editDistance(a: string, b: string, furthest = Infinity): number {
  if (Math.abs(a.length - b.length) > furthest) return furthest + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let line = 1; line <= a.length; line++) {
    row = nextRow(row, a.charCodeAt(line - 1), b);
    if (Math.min(...row) > furthest) return furthest + 1;
  }
  return row[b.length] ?? furthest + 1;
}

function nextRow(above: readonly number[], unit: number, b: string): number[] {
  const row = [(above[0] ?? 0) + 1];
  for (let column = 1; column <= b.length; column++) {
    const diagonal = above[column - 1] ?? 0;
    const changed = b.charCodeAt(column - 1) === unit ? diagonal : diagonal + 1;
    const added = (row[column - 1] ?? 0) + 1;
    row.push(Math.min(changed, added, (above[column] ?? 0) + 1));
  }
  return row;
}
