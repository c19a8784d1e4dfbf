// A program of one file in memory that imports the official types, for the tests that read or check them.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
};

/** A program and its only file. */
interface OfficialProgram {
  readonly program: ts.Program;
  readonly file: ts.SourceFile | undefined;
}

/** @param name of the file, which is imagined beside this one so that it resolves the same packages */
export function createOfficialProgram(name: string, text: string): OfficialProgram {
  const path = fileURLToPath(new URL(name, import.meta.url));
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram([path], options, {
    ...host,
    fileExists: (asked) => asked === path || host.fileExists(asked),
    readFile: (asked) => (asked === path ? text : host.readFile(asked)),
    getSourceFile: (asked, version) =>
      asked === path
        ? ts.createSourceFile(asked, text, version)
        : host.getSourceFile(asked, version),
  });
  return { program, file: program.getSourceFile(path) };
}
