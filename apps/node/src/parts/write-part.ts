/** Writes an ES module of the bundle as a part of the program, which `part-loader.ts` runs; used by the build. */
import { ImportType, init, parse, type ImportSpecifier } from 'es-module-lexer';

await init;

/**
 * V8 can keep the functions of a script after its first run, but those of a module only before. What takes the place of
 * an import is as long as the import, so that the source map remains right.
 *
 * @param code A module of esbuild, with its exports in one list at the end.
 * @throws Error if it has an import of another kind.
 */
export function writePart(code: string): string {
  const [imports, exports] = parse(code);
  const end = code.lastIndexOf('export{');
  const body = exports.length === 0 ? code : code.slice(0, end);
  const assigned = exports.map(({ n: name, ln: local }) => `exports.${name}=${local ?? name};`);
  return [replaceImports(body, imports), ...assigned].join('');
}

function replaceImports(code: string, imports: readonly ImportSpecifier[]): string {
  let written = '';
  let at = 0;
  for (const { t: type, ss: start, se: end } of imports) {
    const replaced = code.slice(start, end);
    written += code.slice(at, start) + replaceImport(replaced, type).padStart(replaced.length);
    at = end;
  }
  return written + code.slice(at);
}

function replaceImport(replaced: string, type: ImportType): string {
  if (type === ImportType.ImportMeta) return replaced.replace('import.meta', 'import_meta');
  if (type === ImportType.Dynamic) return replaced.replace('import', 'Import');
  const [, effect] = /^import(".*")$/.exec(replaced) ?? [];
  if (effect !== undefined) return `$(${effect})`;
  const [, names, path] = staticImport.exec(replaced) ?? [];
  if (names === undefined) throw new Error(`Not a known import: ${replaced}`);
  return `const ${names.replaceAll(' as ', ':')}=$(${path ?? ''})`;
}

/** Imports names, the default export or, for a module of Node the same, all exports. */
const staticImport = /^import(?: |\*as )?(\{[^}]*\}|[\w$]+) ?from(".*")$/;
