#!/usr/bin/env node
// Starts the program. Its compiled code is kept in the cache folder of the user, so that later starts are faster.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const { HOME, XDG_CACHE_HOME } = process.env;
const folder = XDG_CACHE_HOME || (HOME && join(HOME, '.cache'));
if (folder) enableCompileCache(join(folder, 'parley', 'compiled'));
await import('./parley.js');
