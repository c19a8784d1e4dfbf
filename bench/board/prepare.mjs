// Writes the folder that lists Parley on the board, with a new key:
//   node bench/board/prepare.mjs <folder> <image> <address of the repository>
// The key is public, in the definition and in the database of the image: it is for the board alone.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const program = join(here, '..', '..', 'apps', 'node', 'dist', 'cli.js');
const [folder, image, repository] = process.argv.slice(2);
if (!folder || !image || !repository) {
  throw new Error('Use: node bench/board/prepare.mjs <folder> <image> <address of the repository>');
}

const data = join(folder, 'data');
rmSync(data, { recursive: true, force: true });
mkdirSync(data, { recursive: true });
const words = [program, 'keys', 'create', '--data', data, '--name', 'board', '--groups', 'default'];
const created = spawnSync(process.execPath, words, { encoding: 'utf8' });
if (created.status !== 0) throw new Error(`The key could not be created:\n${created.stderr}`);

for (const file of ['parley.gen.yaml.tmpl', 'env', 'why', 'Dockerfile']) {
  cpSync(join(here, file), join(folder, file));
}
const definition = JSON.parse(readFileSync(join(here, 'definition.json'), 'utf8'));
definition.auth = created.stdout.trim();
definition.repo = repository;
definition.launch.image = image;
writeFileSync(join(folder, 'definition.json'), `${JSON.stringify(definition, undefined, 2)}\n`);
