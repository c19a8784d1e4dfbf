/** A fenced block of a Markdown page. */
export interface Snippet {
  /** The page and the line of the fence, such as `README.md:12`. */
  readonly place: string;
  /** The first word behind the fence, such as `sh`; empty where there is none. */
  readonly language: string;
  /** The other words behind the fence, such as `run` and `demo/echo`. */
  readonly marks: readonly string[];
  readonly text: string;
}

/** The fenced blocks of a page, in order. A fence that is never closed ends with the page. */
export function listSnippets(page: string, markdown: string): Snippet[] {
  const snippets: Snippet[] = [];
  let begun: { line: number; info: string; lines: string[] } | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const info = /^```(.*)$/.exec(line)?.[1];
    if (begun === undefined) {
      if (info !== undefined) begun = { line: index + 1, info, lines: [] };
    } else if (info === undefined) {
      begun.lines.push(line);
    } else {
      const [language = '', ...marks] = begun.info.trim().split(/\s+/);
      const text = begun.lines.join('\n');
      snippets.push({ place: `${page}:${begun.line}`, language, marks, text });
      begun = undefined;
    }
  }
  return snippets;
}
