/** Packs the published packages and installs them in an empty folder; used by `packed.test.ts`. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { readText, root, type Workspace } from '../codebase/workspace.ts';

/** A published package, packed as a release packs it and installed where nothing else is. */
export interface Installed {
  readonly name: string;
  /** The folder that a user would work in. */
  readonly folder: string;
  /** The package itself, with what its archive held and nothing more. */
  readonly home: string;
  /** Its files, relative to `home`. */
  readonly files: readonly string[];
}

export interface Installation {
  readonly packages: readonly Installed[];
  remove(): Promise<void>;
}

/** What a user has: the Node that runs the tests, and nothing of this repository. */
export const environment = {
  ...withoutProject(process.env),
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
};

/** Milliseconds for one program, on a machine that is busy with other tests. */
const patienceMs = 200_000;

/**
 * Packs all packages at once and installs them twice: libraries together, as they depend on each
 * other, and every program in a folder of its own, as it depends on nothing.
 */
export async function installPackages(published: readonly Workspace[]): Promise<Installation> {
  const place = await mkdtemp(join(tmpdir(), 'parley-packed-'));
  const archives = await packAll(published, place);
  const isProgram = ({ manifest }: Workspace) => manifest.bin !== undefined;
  const programs = published.filter(isProgram);
  const libraries = published.filter((workspace) => !isProgram(workspace));
  const installs = [libraries, ...programs.map((program) => [program])].map((workspaces, index) =>
    install(join(place, String(index)), workspaces, archives),
  );
  const packages = (await Promise.all(installs)).flat();
  return { packages, remove: () => rm(place, { recursive: true, force: true }) };
}

/** Runs a program to its end and gives its output. Rejects with all that it printed when it fails. */
export function run(folder: string, file: string, args: readonly string[]): Promise<string> {
  const limits = { timeout: patienceMs, maxBuffer: 16 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile(file, args, { cwd: folder, env: environment, ...limits }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stdout}\n${stderr}`));
      else resolve(stdout);
    });
  });
}

/** Gives the archive of each package by its name. */
async function packAll(
  published: readonly Workspace[],
  place: string,
): Promise<ReadonlyMap<string, string>> {
  const { packageManager } = JSON.parse(readText('package.json')) as { packageManager: string };
  const filters = published.map(({ folder }) => `--filter=./${folder}`);
  const pack = ['pack', '--json', '--pack-destination', join(place, 'archives')];
  const words = ['--yes', '--prefer-offline', packageManager, ...filters, ...pack];
  const stdout = await run(root, 'npx', words);
  const packed = JSON.parse(stdout) as Packed | readonly Packed[];
  return new Map([packed].flat().map(({ name, filename }) => [name, filename]));
}

interface Packed {
  readonly name: string;
  readonly filename: string;
}

async function install(
  folder: string,
  workspaces: readonly Workspace[],
  archives: ReadonlyMap<string, string>,
): Promise<readonly Installed[]> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  const names = workspaces.map(({ manifest }) => manifest.name);
  const files = names.map((name) => archives.get(name) ?? `${name} was not packed`);
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock'];
  await run(folder, 'npm', ['install', ...quiet, '--ignore-scripts', ...files]);
  return Promise.all(
    names.map(async (name) => {
      const home = join(folder, 'node_modules', name);
      return { name, folder, home, files: await listFiles(home) };
    }),
  );
}

async function listFiles(home: string): Promise<readonly string[]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(home.length + 1))
    .filter((path) => !path.startsWith('node_modules'))
    .sort();
}

export function readPackaged({ home }: Installed, file: string): Promise<string> {
  return readFile(join(home, file), 'utf8');
}

/** Settings of a gateway that the developer runs must not reach the packages. */
function withoutProject(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(variables).filter(
    ([name]) => !/^(PARLEY_.*|NODE_(ENV|OPTIONS|PATH))$/.test(name),
  );
  return Object.fromEntries(kept);
}
