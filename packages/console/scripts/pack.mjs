// Packs the built console into one module: every file compressed, with its type and its ETag. A module
// is served alike by every runtime, also by those without a file system.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const source = fileURLToPath(
  new URL('.', import.meta.resolve('@parley/console-app/dist/index.html')),
);
const target = fileURLToPath(new URL('../dist/index.js', import.meta.url));

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

const names = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(source, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  .sort();
const files = Object.fromEntries(names.map((name) => [name, pack(name)]));

mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, `export const files = ${JSON.stringify(files, undefined, 1)};\n`);

const declaration = fileURLToPath(new URL('../types/index.d.ts', import.meta.url));
copyFileSync(declaration, join(dirname(target), 'index.d.ts'));
// A bundle that contains this one adds the file to its own.
const licenses = 'THIRD-PARTY-LICENSES.txt';
copyFileSync(join(source, licenses), join(dirname(target), licenses));

/** @param {string} name below the built console */
function pack(name) {
  const extension = extname(name);
  const type = types[/** @type {keyof typeof types} */ (extension)];
  if (type === undefined) throw new Error(`The type of ${name} is not known.`);
  const content = readFileSync(join(source, name));
  return {
    type,
    etag: createHash('sha256').update(content).digest('base64url').slice(0, 22),
    // The bundler writes a hash of the content into these names.
    immutable: name.startsWith('assets/'),
    gzip: gzipSync(content, { level: 9 }).toString('base64'),
  };
}
