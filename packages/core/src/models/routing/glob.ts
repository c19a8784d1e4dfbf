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
