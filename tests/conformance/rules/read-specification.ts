// Parses the rules in `docs/specification.md`.
import type { Rule } from './rule.ts';

const page = 'docs/specification.md';

/** The rules of a page in order: list items and table rows that start with a name in bold. */
export function readSpecification(markdown: string): readonly Rule[] {
  const rules: Rule[] = [];
  let section = '';
  let heads: readonly string[] = [];
  for (const line of markdown.split('\n')) {
    section = /^## (.*)$/.exec(line)?.[1] ?? section;
    const cells = readCells(line);
    if (cells[0] === 'Rule') heads = cells;
    const statement = readItem(line) ?? readRow(cells, heads);
    if (statement !== undefined) rules.push(createRule(statement, section));
  }
  return rules;
}

interface Statement {
  readonly name: string;
  readonly text: string;
}

function readItem(line: string): Statement | undefined {
  const [, name, text = ''] = /^- \*\*([\w.-]+)\*\* (.*)$/.exec(line) ?? [];
  return name === undefined ? undefined : { name, text };
}

/** The cells of a table row; none for any other line. */
function readCells(line: string): readonly string[] {
  const row = /^\|(.*)\|$/.exec(line)?.[1];
  return row === undefined ? [] : row.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function readRow(cells: readonly string[], heads: readonly string[]): Statement | undefined {
  const name = /^\*\*([\w.-]+)\*\*$/.exec(cells[0] ?? '')?.[1];
  return name === undefined ? undefined : { name, text: joinCells(heads, cells) };
}

function createRule({ name, text }: Statement, section: string): Rule {
  const settling = / ?\((?:Settled by|The other formats stream as well, by) (.*)\.\)$/.exec(text);
  const settledBy = [...(settling?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, id = '']) => id);
  return {
    id: /^\d/.test(name) ? `spec-${name}` : name,
    source: `${page}, ${section}, ${name}`,
    section,
    sentence: settling === null ? text : text.slice(0, settling.index),
    ...(settledBy.length > 0 && { settledBy }),
  };
}

function joinCells(heads: readonly string[], cells: readonly string[]): string {
  return heads
    .map((head, index) => `${head}: ${cells[index] ?? ''}`)
    .slice(1)
    .join('; ');
}
