/** Bundles of the built package, as a page or a Worker would have them. */
import { build } from 'esbuild';

/** @param code an ESM module that imports from the package @returns the minified text */
export async function bundle(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname },
    platform: 'browser',
    format: 'esm',
    bundle: true,
    minify: true,
    write: false,
    // What is unused in one file is imported for nothing in another, and the bundler says so.
    logLevel: 'error',
  });
  return outputFiles.map(({ text }) => text).join('');
}
