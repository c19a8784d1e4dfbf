/** Finds the points of a source file that can be changed, and writes the file so that one change at a time can be on. */
import ts from 'typescript';

/** One change of a file. `code` is its source with the change, where `on` is an expression that turns it on. */
interface Site {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Writes the code; `inner` is the original text, in which other changes may be on. */
  readonly write: (on: string, inner: (node: ts.Node) => string) => string;
}

export interface Mutation {
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly line: number;
  /** The line in which it begins, without spaces around it. */
  readonly source: string;
  readonly before: string;
  readonly after: string;
  /** Whether it changes a text of the log, which no user of the gateway relies on. */
  readonly isLogText: boolean;
}

/** A change that nobody could notice, and why. */
export interface Reviewed extends Pick<Mutation, 'file' | 'source' | 'before' | 'after'> {
  readonly reason: string;
}

const { SyntaxKind: Kind } = ts;

/** What another operator does with the same operands. */
const otherOperator = new Map<ts.SyntaxKind, string>([
  [Kind.LessThanToken, '<='],
  [Kind.LessThanEqualsToken, '<'],
  [Kind.GreaterThanToken, '>='],
  [Kind.GreaterThanEqualsToken, '>'],
  [Kind.EqualsEqualsEqualsToken, '!=='],
  [Kind.ExclamationEqualsEqualsToken, '==='],
  [Kind.PlusToken, '-'],
  [Kind.MinusToken, '+'],
  [Kind.AsteriskToken, '/'],
  [Kind.SlashToken, '*'],
]);

/** The changes of a file, in the order of the source. */
export function findMutations(file: string, text: string): Mutation[] {
  const source = parse(file, text);
  const lines = text.split('\n');
  return findSites(source).map(([node, site]) => {
    const { line } = source.getLineAndCharacterOfPosition(site.start);
    return {
      file,
      line: line + 1,
      source: (lines[line] ?? '').trim(),
      before: shorten(text.slice(site.start, site.end)),
      after: site.text,
      isLogText: isLogText(node),
    };
  });
}

/**
 * The file with its changes, each behind a call of `__mutant`.
 * @param ids the number of each change by its place in `findMutations`; those without a number are left out
 */
export function writeMutations(
  file: string,
  text: string,
  ids: ReadonlyMap<number, number>,
): string {
  const source = parse(file, text);
  const sites = findSites(source);
  const numbered = sites.flatMap(([node, site], index) => {
    const id = ids.get(index);
    return id === undefined ? [] : [[node, { ...site, id }] as const];
  });
  const byNode = new Map<ts.Node, (Site & { readonly id: number })[]>();
  for (const [node, site] of numbered) byNode.set(node, [...(byNode.get(node) ?? []), site]);
  return `const __mutant = globalThis.__mutant ?? (() => false); let __left; ${write(source)}`;

  function write(node: ts.Node, skipped = 0): string {
    const site = byNode.get(node)?.[skipped];
    if (site === undefined) return writeChildren(node);
    return site.write(`__mutant(${site.id})`, (inner) =>
      inner === node ? write(node, skipped + 1) : write(inner),
    );
  }

  function writeChildren(node: ts.Node): string {
    let at = node.getStart(source);
    let written = '';
    ts.forEachChild(node, (child) => {
      const start = child.getStart(source);
      written += text.slice(at, start) + write(child);
      at = child.getEnd();
    });
    return written + text.slice(at, node.getEnd());
  }
}

function parse(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

function findSites(source: ts.SourceFile): (readonly [ts.Node, Site])[] {
  const found: (readonly [ts.Node, Site])[] = [];
  const visit = (node: ts.Node): void => {
    // Types, imports and exports of names are no behaviour.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    for (const site of sitesOf(node, source)) found.push([node, site]);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}

function sitesOf(node: ts.Node, source: ts.SourceFile): Site[] {
  const place = { start: node.getStart(source), end: node.getEnd() };
  return [conditionOf(node), operatorOf(node), literalOf(node), statementOf(node)].flatMap(
    (site) => (site === undefined ? [] : [{ ...place, ...site }]),
  );
}

type Change = Pick<Site, 'text' | 'write'>;

/** A condition that says the opposite; that of a loop is never true, so that the loop ends. */
function conditionOf(node: ts.Node): Change | undefined {
  const { parent } = node;
  if (ts.isWhileStatement(parent) && parent.expression === node) {
    return { text: 'false', write: (on, inner) => `(!${on} && (${inner(node)}))` };
  }
  const isBranch =
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node);
  if (!isBranch) return undefined;
  return {
    text: `!(${shorten(node.getText())})`,
    write: (on, inner) => `(${on} !== !!(${inner(node)}))`,
  };
}

function operatorOf(node: ts.Node): Change | undefined {
  if (!ts.isBinaryExpression(node)) return undefined;
  const { left, right, operatorToken } = node;
  const [one, two] = [shorten(left.getText()), shorten(right.getText())];
  const choose = (on: string, inner: Inner, test: string): string =>
    `(((__left = (${inner(left)})), ${test.replace('ON', on)}) ? (${inner(right)}) : __left)`;
  switch (operatorToken.kind) {
    case Kind.AmpersandAmpersandToken:
      return {
        text: `${one} || ${two}`,
        write: (on, inner) => choose(on, inner, 'ON !== !!__left'),
      };
    case Kind.BarBarToken:
      return {
        text: `${one} && ${two}`,
        write: (on, inner) => choose(on, inner, 'ON === !!__left'),
      };
    case Kind.QuestionQuestionToken:
      return {
        text: one,
        write: (on, inner) => choose(on, inner, '!ON && (__left === undefined || __left === null)'),
      };
    default:
      return otherOperatorOf(node);
  }
}

type Inner = (node: ts.Node) => string;

function otherOperatorOf(node: ts.BinaryExpression): Change | undefined {
  const { left, right, operatorToken, parent } = node;
  const other = otherOperator.get(operatorToken.kind);
  if (other === undefined) return undefined;
  const isText = [left, right].some(
    (side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
  );
  if (operatorToken.kind === Kind.PlusToken && isText) return undefined;
  // The condition is negated as a whole.
  const isEquality = other === '===' || other === '!==';
  if (isEquality && conditionOf(node) !== undefined) return undefined;
  // `1000 * 60` and the like are one value.
  if (ts.isBinaryExpression(parent) && isAllNumbers(parent)) return undefined;
  return {
    text: `${shorten(left.getText())} ${other} ${shorten(right.getText())}`,
    write: (on, inner) => {
      const [one, two] = [inner(left), inner(right)];
      return `(${on} ? (${one}) ${other} (${two}) : (${one}) ${operatorToken.getText()} (${two}))`;
    },
  };
}

function isAllNumbers(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node)) return isAllNumbers(node.left) && isAllNumbers(node.right);
  return ts.isNumericLiteral(node);
}

function literalOf(node: ts.Node): Change | undefined {
  if (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent)) {
    const write: Change['write'] = (on, inner) => `(${inner(node)} + (${on} ? '~' : ''))`;
    return { text: `${shorten(node.getText())}~`, write };
  }
  const text = literalText(node);
  if (text === undefined) return undefined;
  const [open, close] = isComputedName(node) ? ['[', ']'] : ['(', ')'];
  return { text, write: (on) => `${open}${on} ? ${text} : ${node.getText()}${close}` };
}

/** The changed text of a literal. */
function literalText(node: ts.Node): string | undefined {
  if (node.kind === Kind.TrueKeyword) return 'false';
  if (node.kind === Kind.FalseKeyword) return 'true';
  if (ts.isBigIntLiteral(node))
    return `${BigInt(node.text.slice(0, -1).replaceAll('_', '')) + 1n}n`;
  if (ts.isNumericLiteral(node)) return isName(node) ? undefined : `${Number(node.text) + 1}`;
  if (!ts.isStringLiteralLike(node)) return undefined;
  if (isName(node) && !isComputedName(node)) return undefined;
  if (ts.isExpressionStatement(node.parent) || ts.isTaggedTemplateExpression(node.parent))
    return undefined;
  return JSON.stringify(`${node.text}~`);
}

function isName(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return true;
  return 'name' in parent && parent.name === node;
}

/** A name that can as well be written in brackets. */
function isComputedName(node: ts.Node): boolean {
  return isName(node) && ts.isPropertyAssignment(node.parent);
}

function statementOf(node: ts.Node): Change | undefined {
  if (!ts.isExpressionStatement(node)) return undefined;
  const { expression } = node;
  if (ts.isStringLiteral(expression)) return undefined;
  if (ts.isCallExpression(expression) && expression.expression.kind === Kind.SuperKeyword)
    return undefined;
  return { text: ';', write: (on, inner) => `{ if (!${on}) ${inner(node)} }` };
}

const logCalls = /\.log$|\b(?:console|logger)\??\.\w+$/;

/** Whether a text is an argument of a call that writes to the log. */
function isLogText(node: ts.Node): boolean {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false;
  let call: ts.Node = node.parent;
  while (!ts.isCallExpression(call) && !ts.isStatement(call)) call = call.parent;
  return ts.isCallExpression(call) && logCalls.test(call.expression.getText());
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
