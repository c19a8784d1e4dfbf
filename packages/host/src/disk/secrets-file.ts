/** Keeps the first secrets in a file where no terminal shows them; used by `runGateway`. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstSecrets } from '../start/first-secrets.ts';
import { createDataFolder, secretsFileName } from './data-folder.ts';

/**
 * Writes a file that only its owner can read, as lines that a shell or `docker run --env-file` reads.
 * Returns its path. Throws when it cannot be written.
 */
export function writeSecretsFile(folder: string, { key, adminToken }: FirstSecrets): string {
  const path = join(folder, secretsFileName);
  const lines = [
    `PARLEY_KEY=${key}`,
    ...(adminToken === undefined ? [] : [`PARLEY_ADMIN_TOKEN=${adminToken}`]),
  ];
  createDataFolder(folder);
  // An earlier file may be readable by others, and would keep its mode.
  rmSync(path, { force: true });
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return path;
}
