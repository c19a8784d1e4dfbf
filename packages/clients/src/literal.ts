/** Formats JSON values as literals of TypeScript and Python. */
import { quote, quoteSingly } from './text.ts';

/** The literal syntax of a language. */
export interface LiteralSyntax {
  readonly indent: string;
  /** The space within the braces of a literal on one line. */
  readonly padding: string;
  /** The keywords for `null`, `true` and `false`, where they differ. */
  readonly words: Readonly<Record<string, string>>;
  writeText(text: string): string;
  writeName(name: string): string;
}

export const typescript: LiteralSyntax = {
  indent: '  ',
  padding: ' ',
  words: {},
  writeText: quoteSingly,
  writeName(name) {
    // Without brackets, this name would set the prototype.
    if (name === '__proto__') return "['__proto__']";
    return /^[a-z_$][\w$]*$/i.test(name) ? name : quoteSingly(name);
  },
};

export const python: LiteralSyntax = {
  indent: '    ',
  padding: '',
  words: { null: 'None', true: 'True', false: 'False' },
  writeText: quote,
  writeName: quote,
};

/** Maximum length of an object or a list on one line, in characters. */
const width = 64;

/**
 * Writes a JSON value. Undefined members are left out, as in JSON.
 * @param margin the indentation of the lines after the first
 */
export function writeLiteral(value: unknown, syntax: LiteralSyntax, margin = ''): string {
  if (typeof value === 'string') return syntax.writeText(value);
  if (typeof value !== 'object' || value === null) {
    const word = value === undefined ? 'null' : JSON.stringify(value);
    return syntax.words[word] ?? word;
  }
  const isList = Array.isArray(value);
  const isFlat = fits(value, width - margin.length) >= 0;
  const inner = isFlat ? margin : margin + syntax.indent;
  const parts = isList
    ? value.map((item: unknown) => writeLiteral(item, syntax, inner))
    : listMembers(value).map(
        ([name, member]) => `${syntax.writeName(name)}: ${writeLiteral(member, syntax, inner)}`,
      );
  return encloseParts(parts, { isList, isFlat, syntax, margin });
}

/** The members of an object that are not undefined. */
export function listMembers(value: object): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

interface Layout {
  readonly isList: boolean;
  readonly isFlat: boolean;
  readonly syntax: LiteralSyntax;
  readonly margin: string;
}

function encloseParts(parts: readonly string[], layout: Layout): string {
  const { isList, isFlat, syntax, margin } = layout;
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const padding = isList ? '' : syntax.padding;
  if (isFlat) return open + padding + parts.join(', ') + padding + close;
  const lines = parts.map((part) => `${margin}${syntax.indent}${part},\n`).join('');
  return `${open}\n${lines}${margin}${close}`;
}

/** The width that remains after a value; negative, and not exact, when the value does not fit. */
function fits(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2;
  if (typeof value !== 'object' || value === null) return room - String(value).length;
  let left = room - 2;
  for (const name of Object.keys(value)) {
    if (left < 0) break;
    const member: unknown = Reflect.get(value, name);
    left = fits(member, left - (Array.isArray(value) ? 2 : name.length + 4));
  }
  return left;
}
