// Parsers for shells that do not run on the test systems, written from their documented rules.

const singleQuotes = new Set(["'", '‘', '’', '‚', '‛']);

/**
 * Parses one PowerShell assignment of a single-quoted string: any of its quotes ends the string, unless
 * another one follows.
 * @throws Error when something follows the string
 */
export function readPowershell(line: string): Record<string, string> {
  const head = /^\$env:(\w+) = '/.exec(line);
  if (head === null) throw new Error(`No assignment: ${line}`);
  const rest = Array.from(line.slice(head[0].length));
  let value = '';
  for (let index = 0; index < rest.length; index += 1) {
    const character = rest[index] ?? '';
    if (!singleQuotes.has(character)) value += character;
    else if (singleQuotes.has(rest[index + 1] ?? '')) {
      value += character;
      index += 1;
    } else if (index === rest.length - 1) return { [head[1] ?? '']: value };
    else break;
  }
  throw new Error(`The string does not end with the line: ${line}`);
}

/**
 * Parses one `set` of a batch file as cmd does: percent signs first, then carets and quotes character by
 * character, and then `set`, which takes the text between the first and the last quote.
 * @throws Error when a character starts another command
 */
export function readCmd(line: string): Record<string, string> {
  const seen = readCarets(line.replaceAll('%%', '\0').replaceAll('%', '').replaceAll('\0', '%'));
  const [, name = '', value] = /^set "(\w+)=(.*)"$/su.exec(seen) ?? [];
  if (value === undefined) throw new Error(`No assignment: ${seen}`);
  return { [name]: value };
}

function readCarets(line: string): string {
  let seen = '';
  let isQuoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    if (character === '^' && !isQuoted) {
      index += 1;
      seen += line.charAt(index);
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && /[&|<>]/.test(character)) throw new Error(`Another command: ${line}`);
    seen += character;
  }
  return seen;
}
