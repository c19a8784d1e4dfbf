/**
 * The part of Go's template language that the Helm chart uses, so that the chart can be rendered where
 * there is no Helm. What it does not know it refuses; nothing is passed over.
 */

/** What a template is rendered with: the functions it may call, and the templates it may include. */
export interface Library {
  readonly functions: Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
  readonly defined: Map<string, readonly Node[]>;
}

interface Scope {
  readonly dot: unknown;
  readonly variables: ReadonlyMap<string, unknown>;
}

interface Block {
  readonly word: 'if' | 'with' | 'range' | 'define';
  readonly head: string;
  readonly body: readonly Node[];
  readonly otherwise: readonly Node[];
}

type Node = { readonly text: string } | { readonly action: string } | Block;

/** Reads a template; what it defines goes into the library. */
export function parseTemplate(source: string, library: Library): readonly Node[] {
  const pieces = splitPieces(source);
  const { nodes, end } = parseNodes(pieces, library);
  if (end !== '' || pieces.length > 0) throw new Error(`"${end}" closes nothing.`);
  return nodes;
}

export function renderNodes(nodes: readonly Node[], library: Library, outer: Scope): string {
  let scope = outer;
  let output = '';
  for (const node of nodes) {
    if ('text' in node) output += node.text;
    else if ('word' in node) output += renderBlock(node, library, scope);
    else {
      const [, name, pipeline] = /^\$(\w+)\s*:=(.*)$/s.exec(node.action) ?? [];
      const value = evaluate(pipeline ?? node.action, library, scope);
      if (name === undefined) output += print(value);
      else scope = withVariable(scope, name, value);
    }
  }
  return output;
}

/** How a value appears in text; what is absent appears as nothing, as in Helm. */
export function print(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error('A map or a list has no text; use toYaml.');
}

export function isTrue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** Texts and actions in turn, with the white space that an action trims already gone. */
function splitPieces(source: string): Node[] {
  const trimmed = source.replace(/\s*\{\{-(?=\s)/g, '{{').replace(/(?<=\s)-\}\}\s*/g, '}}');
  return trimmed.split(/(\{\{.*?\}\})/s).flatMap((piece): readonly Node[] => {
    if (!piece.startsWith('{{')) return piece === '' ? [] : [{ text: piece }];
    const action = piece.slice(2, -2).trim();
    return action.startsWith('/*') ? [] : [{ action }];
  });
}

/** Takes pieces up to the word that ends or divides the block which they are in. */
function parseNodes(pieces: Node[], library: Library): { nodes: readonly Node[]; end: string } {
  const nodes: Node[] = [];
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    if (!('action' in piece)) {
      nodes.push(piece);
      continue;
    }
    if (/^(end|else)\b/.test(piece.action)) return { nodes, end: piece.action };
    const [, word, head = ''] = /^(if|with|range|define)\s+(.*)$/s.exec(piece.action) ?? [];
    if (word === undefined) nodes.push(piece);
    else nodes.push(...parseBlock(word as Block['word'], head, { pieces, library }));
  }
  return { nodes, end: '' };
}

function parseBlock(
  word: Block['word'],
  head: string,
  { pieces, library }: { readonly pieces: Node[]; readonly library: Library },
): readonly Node[] {
  const body = parseNodes(pieces, library);
  const otherwise =
    body.end === 'else' ? parseNodes(pieces, library) : { nodes: [], end: body.end };
  if (otherwise.end !== 'end') throw new Error(`"${word} ${head}" is not closed by end.`);
  if (word !== 'define') return [{ word, head, body: body.nodes, otherwise: otherwise.nodes }];
  library.defined.set(head.replaceAll('"', ''), body.nodes);
  return [];
}

function renderBlock(block: Block, library: Library, scope: Scope): string {
  const { word, head, body, otherwise } = block;
  const [, key = '', each = '', pipeline] = /^\$(\w+),\s*\$(\w+)\s*:=(.*)$/s.exec(head) ?? [];
  const value = evaluate(pipeline ?? head, library, scope);
  if (!isTrue(value)) return renderNodes(otherwise, library, scope);
  if (word === 'if') return renderNodes(body, library, scope);
  if (word === 'with') return renderNodes(body, library, { ...scope, dot: value });
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  return entries
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, dot]) => {
      const named = withVariable({ ...scope, dot }, key, name);
      return renderNodes(body, library, withVariable(named, each, dot));
    })
    .join('');
}

function withVariable({ dot, variables }: Scope, name: string, value: unknown): Scope {
  return { dot, variables: new Map([...variables, [name, value]]) };
}

function evaluate(pipeline: string, library: Library, scope: Scope): unknown {
  const tokens = pipeline.match(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|"]+/g) ?? [];
  const value = takePipeline(tokens, library, scope);
  if (tokens.length > 0) throw new Error(`"${pipeline}" has a parenthesis too many.`);
  return value;
}

/** What one command of a pipeline gives is the last argument of the next. */
function takePipeline(tokens: string[], library: Library, scope: Scope): unknown {
  let piped: readonly unknown[] = [];
  for (;;) {
    const name = /^(?!true$|false$)[a-z]\w*$/i.test(tokens[0] ?? '') ? tokens.shift() : undefined;
    const values = [...takeOperands(tokens, library, scope), ...piped];
    if (name === undefined && values.length !== 1) throw new Error('A value is no function.');
    piped = [name === undefined ? values[0] : callFunction(name, values, library)];
    if (tokens[0] !== '|') return piped[0];
    tokens.shift();
  }
}

function callFunction(name: string, values: readonly unknown[], { functions }: Library): unknown {
  const called = functions[name];
  if (called === undefined) throw new Error(`There is no function ${name}.`);
  return called(...values);
}

/** The operands that stand before the next bar or closing parenthesis. */
function takeOperands(tokens: string[], library: Library, scope: Scope): readonly unknown[] {
  const values: unknown[] = [];
  while (tokens[0] !== undefined && tokens[0] !== '|' && tokens[0] !== ')') {
    const token = tokens.shift() ?? '';
    values.push(token === '(' ? takePipeline(tokens, library, scope) : readOperand(token, scope));
    if (token === '(' && tokens.shift() !== ')') throw new Error('A parenthesis is not closed.');
  }
  return values;
}

function readOperand(token: string, { dot, variables }: Scope): unknown {
  if (token.startsWith('"') || /^-?\d+$/.test(token)) return JSON.parse(token);
  if (token === 'true' || token === 'false') return token === 'true';
  const [, variable, path] = /^(?:\$(\w*))?((?:\.\w+)*|\.)$/.exec(token) ?? [];
  if (path === undefined) throw new Error(`"${token}" is not known.`);
  if (variable !== undefined && !variables.has(variable)) throw new Error(`No $${variable}.`);
  const start = variable === undefined ? dot : variables.get(variable);
  const names = path.split('.').filter((name) => name !== '');
  return names.reduce<unknown>((value, name) => readField(value, name), start);
}

function readField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) throw new Error(`Nothing has a field ${name}.`);
  return (value as Readonly<Record<string, unknown>>)[name];
}
