/** Reads the type declarations of a built package: which types they use that nobody can import. */
import { join } from 'node:path';
import ts from 'typescript';
import { listWorkspaces, root, type Workspace } from './workspace.ts';

/**
 * The types that the public declarations of a package refer to and that no entry of it exports, as
 * `Name, used by Other`. A user cannot name such a type, for a variable or in a signature of their own.
 */
export function listUnexportedTypes(workspace: Workspace): string[] {
  const program = openProgram();
  const checker = program.getTypeChecker();
  const exported = new Set(listEntries(workspace).flatMap((entry) => listExports(program, entry)));
  const found = [...exported].flatMap((owner) =>
    listOwnTypes(checker, owner, join(root, workspace.folder, 'dist'))
      .filter((type) => !exported.has(type))
      .map((type) => `${type.name}, used by ${owner.name}`),
  );
  return [...new Set(found)].sort();
}

let opened: ts.Program | undefined;

/** One program for all published packages: each reads the declarations of others. */
function openProgram(): ts.Program {
  if (opened !== undefined) return opened;
  const published = listWorkspaces().filter(({ manifest }) => !manifest.private);
  opened = ts.createProgram(published.flatMap(listEntries), compilerOptions);
  return opened;
}

/** The declarations that a package publishes. */
function listEntries({ folder, manifest }: Workspace): string[] {
  return Object.values(manifest.publishConfig.exports ?? manifest.exports)
    .flatMap((entry) => (typeof entry === 'string' ? [] : [entry['types']]))
    .filter((types) => typeof types === 'string')
    .map((types) => join(root, folder, types));
}

const compilerOptions: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2023,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/** What a module exports, each where it is declared. */
function listExports(program: ts.Program, path: string): ts.Symbol[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${path} is missing. Run the build first.`);
  return checker.getExportsOfModule(module).map((symbol) => declared(checker, symbol));
}

/** The types of a folder that the declarations of a name refer to. */
function listOwnTypes(checker: ts.TypeChecker, owner: ts.Symbol, folder: string): ts.Symbol[] {
  const isOwn = (node: ts.Node): boolean => node.getSourceFile().fileName.startsWith(folder);
  return (owner.declarations ?? [])
    .filter(isOwn)
    .flatMap(listReferences)
    .map((name) => checker.getSymbolAtLocation(name))
    .filter((symbol) => symbol !== undefined)
    .map((symbol) => declared(checker, symbol))
    .filter(({ flags, declarations = [] }) => {
      const isType = (flags & ts.SymbolFlags.Type) !== 0;
      return isType && declarations.some((one) => isOwn(one) && ts.isSourceFile(one.parent));
    });
}

/** The names in a declaration, without those in private members. */
function listReferences(node: ts.Node): ts.Identifier[] {
  if (ts.isIdentifier(node)) return [node];
  if (ts.canHaveModifiers(node) && isPrivate(node)) return [];
  const found: ts.Identifier[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...listReferences(child));
  });
  return found;
}

function isPrivate(node: ts.HasModifiers): boolean {
  const { PrivateKeyword } = ts.SyntaxKind;
  return (ts.getModifiers(node) ?? []).some(({ kind }) => kind === PrivateKeyword);
}

/** The symbol that an import or a re-export stands for. */
function declared(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
