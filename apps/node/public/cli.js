#!/usr/bin/env node
// Starts the program. Its compiled code is kept in the cache folder of the user, so that later starts are faster.
// All of a module's named imports must exist before it runs, so a Node that is too old needs the default import.
import module from 'node:module';
import { join } from 'node:path';

const { node } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  console.error(`parley: Node 22.13 or newer is needed, and this is Node ${node}.`);
  process.exit(1);
}
const { HOME, XDG_CACHE_HOME } = process.env;
const folder = XDG_CACHE_HOME || (HOME && join(HOME, '.cache'));
if (folder) module.enableCompileCache(join(folder, 'parley', 'compiled'));
await import('./load-program.js');
