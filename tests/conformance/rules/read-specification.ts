// Reads the rules out of the page that holds them.
import type { Rule } from './rule.ts';

const page = 'docs/specification.md';

/** The rules of a page, in its order: list items and rows of tables that begin with a name in bold. */
export function readSpecification(markdown: string): readonly Rule[] {
  const rules: Rule[] = [];
  let section = '';
  let heads: readonly string[] = [];
  for (const line of markdown.split('\n')) {
    const heading = /^## (.*)$/.exec(line)?.[1];
    if (heading !== undefined) section = heading;
    const cells = /^\|(.*)\|$/
      .exec(line)?.[1]
      ?.split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    if (cells?.[0] === 'Rule') heads = cells;
    const [, name, sentence = ''] = /^- \*\*([\w.-]+)\*\* (.*)$/.exec(line) ?? [];
    if (name !== undefined) rules.push(createRule(name, section, sentence));
    const row = /^\*\*([\w.-]+)\*\*$/.exec(cells?.[0] ?? '')?.[1];
    if (row !== undefined && cells) rules.push(createRule(row, section, joinCells(heads, cells)));
  }
  return rules;
}

function createRule(name: string, section: string, text: string): Rule {
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
