/** Compares names: their order, patterns that stand for several, and suggestions for a mistyped one. */

/** Orders texts by their code units: the same on every machine, whatever its language. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Whether a name fits a pattern in which `*` stands for any characters, none included. The work
 * grows with pattern times name at worst and never beyond: each fixed piece is searched for once.
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

/** Names longer than this are compared with nothing: the work grows with the square of the length. */
const longestName = 128;

/** At most so many names are looked at, so that a wrong name costs little. */
const mostCandidates = 5_000;

/**
 * The names most like a mistyped one, nearest first: by edit distance, up to a third of the name's
 * length. Names that contain it come after those.
 * @param limit highest number of names to give, at least 1
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

/** How many characters must be added, removed or changed; any number above `furthest` is exact no more. */
function editDistance(a: string, b: string, furthest: number): number {
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
