/** Finds where a text in YAML is nested too deeply; used before it is parsed. */
import { Lexer, LineCounter, Parser } from 'yaml';

/** How deeply values may be nested; no configuration needs as much, and what reads a parsed document recurses. */
export const maximumNesting = 100;

/** A place in a text; both count from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Every level of nesting begins with one of these characters. */
const openers = /[[{:?-]/g;

/** The place of the first value that is nested too deeply; `undefined` where there is none. It takes linear time. */
export function findDeepNesting(text: string): TextPlace | undefined {
  // Most configurations are too short, and would be read twice at each start.
  if ((text.match(openers)?.length ?? 0) < maximumNesting) return undefined;
  const lineCounter = new LineCounter();
  lineCounter.addNewLine(0);
  const parser = new Parser(lineCounter.addNewLine);
  // This parser keeps a stack and does not recurse; the tokens that it returns are whole documents.
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    if (parser.stack.length <= maximumNesting + 1) continue;
    const { line, col } = lineCounter.linePos(parser.offset);
    return { line, column: col };
  }
  return undefined;
}
