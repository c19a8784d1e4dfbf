/** Reads modules of the project: what they import, use, export and show; used by the tests of the codebase. */
import { join } from 'node:path';
import ts from 'typescript';
import { readText, root } from './workspace.ts';

/** What a module imports, statically and dynamically, in the order of its text. */
export function listImports(path: string): string[] {
  const { importedFiles } = ts.preProcessFile(readText(path), true, true);
  // It takes a text 'import' of minified code for a keyword, and what follows for a specifier.
  return importedFiles.map((file) => file.fileName).filter((name) => /^[\w@./]/.test(name));
}

/** The package a bare specifier belongs to: `@scope/name/deep` is `@scope/name`. */
export function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

export function isRelative(specifier: string): boolean {
  return specifier.startsWith('./') || specifier.startsWith('../');
}

/**
 * Names that a set of JavaScript modules uses without declaring or importing them, and that the
 * language itself does not have: what they expect of their host.
 */
export function listHostNames(paths: readonly string[]): Set<string> {
  const options: ts.CompilerOptions = {
    allowJs: true,
    checkJs: true,
    noEmit: true,
    noResolve: true,
    lib: ['lib.es2023.d.ts'],
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    types: [],
  };
  const files = paths.map((path) => join(root, path));
  const program = ts.createProgram(files, options);
  const sources = files
    .map((file) => program.getSourceFile(file))
    .filter((file) => file !== undefined);
  const unknown = sources.flatMap((source) =>
    program
      .getSemanticDiagnostics(source)
      .filter((diagnostic) => /^Cannot find name '/.test(messageOf(diagnostic)))
      .map((diagnostic) => /'([^']+)'/.exec(messageOf(diagnostic))?.[1] ?? ''),
  );
  const reached = sources.flatMap((source) => listGlobalThisNames(source));
  return new Set([...unknown, ...reached]);
}

/** Reads of the clock and of chance: `Date.now`, `Math.random`, `new Date()`. */
export function listImpureReads(path: string): string[] {
  const source = parse(path);
  const impure = new Set(['Date.now', 'Math.random', 'performance.now']);
  return listNodes(source).flatMap((node) => {
    if (ts.isPropertyAccessExpression(node) && impure.has(node.getText())) return [node.getText()];
    const isDate = ts.isNewExpression(node) && node.expression.getText() === 'Date';
    return isDate && (node.arguments ?? []).length === 0 ? ['new Date()'] : [];
  });
}

/** Names of members that a module reads, such as `decodeError` in `codec.decodeError(reply)`. */
export function listMembers(path: string): Set<string> {
  const members = listNodes(parse(path)).filter(ts.isPropertyAccessExpression);
  return new Set(members.map(({ name }) => name.text));
}

/** The errors of a class that a module makes with a text or a fact that is not written in it, as code. */
export function listComputedErrors(path: string, className: string): string[] {
  const source = parse(path);
  const made = listNodes(source).filter(ts.isNewExpression);
  const errors = made.filter(({ expression }) => expression.getText() === className);
  return errors
    .filter(({ arguments: [, text, facts] = [] }) => {
      const told = facts && ts.isObjectLiteralExpression(facts) ? facts.properties : [];
      const words = told.flatMap((fact) =>
        reportedFields.has(fact.name?.getText() ?? '') ? [fact] : [],
      );
      const values = words.map((fact) =>
        ts.isPropertyAssignment(fact) ? fact.initializer : fact.name,
      );
      return ![text, ...values].every((value) => isWritten(value, source));
    })
    .map((error) => `${path}: ${error.getText()}`);
}

/** Facts of an error that a caller gets to see. */
const reportedFields = new Set(['reason', 'param', 'upstreamBody']);

/** True for a text that stands in the source, also as one of two, or behind a name of this file. */
function isWritten(value: ts.Node | undefined, source: ts.SourceFile): boolean {
  if (value === undefined) return true;
  if (ts.isStringLiteralLike(value)) return true;
  if (ts.isConditionalExpression(value)) {
    return [value.whenTrue, value.whenFalse].every((choice) => isWritten(choice, source));
  }
  if (!ts.isIdentifier(value)) return false;
  const variables = listNodes(source).filter(ts.isVariableDeclaration);
  const named = variables.filter(({ name }) => name.getText() === value.text);
  const texts = named.map(({ initializer }) => initializer);
  return texts.length > 0 && texts.every((text) => text !== undefined && isWritten(text, source));
}

/** The attributes of components and elements that a person reads. */
const readAttributes = /^(title|label|hint|description|placeholder|alt|action|aria-label)$/;

/** The texts that a module of components shows and that it writes itself, in the order of its text. */
export function listShownTexts(path: string): string[] {
  return listNodes(parse(path)).flatMap((node) => {
    if (ts.isJsxText(node)) return [node.text.trim()];
    if (ts.isTemplateExpression(node) && isShown(node)) {
      return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
    }
    return ts.isStringLiteralLike(node) && isShown(node) ? [node.text] : [];
  });
}

/** Whether the value of an expression is a child of an element, or an attribute that a person reads. */
function isShown({ parent }: ts.Node): boolean {
  if (ts.isJsxAttribute(parent)) return readAttributes.test(parent.name.getText());
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? isShown(parent) : true;
  const isPassedOn =
    ts.isConditionalExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    (ts.isBinaryExpression(parent) && logical.includes(parent.operatorToken.kind));
  return isPassedOn && isShown(parent);
}

/** The operators whose result is one of their operands. */
const logical = [
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
];

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readText(path), ts.ScriptTarget.ES2023, true);
}

/** `globalThis.name` is the name itself; any other use of `globalThis` hides what it reaches. */
function listGlobalThisNames(source: ts.SourceFile): string[] {
  return listNodes(source)
    .filter((node) => ts.isIdentifier(node) && node.text === 'globalThis')
    .map(({ parent }) => (ts.isPropertyAccessExpression(parent) ? parent.name.text : 'globalThis'));
}

function listNodes(source: ts.SourceFile): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
}

function messageOf(diagnostic: ts.Diagnostic): string {
  return ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
}
