/** Keeps the first secrets in a file where no terminal shows them; used by `runGateway`. */
import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstSecrets, KeptSecrets } from '../start/first-secrets.ts';
import { createDataFolder, secretsFileName } from './data-folder.ts';

/**
 * Writes a file that only its owner can read, as lines that a shell or `docker run --env-file` reads. It replaces an
 * earlier one only when it is accepted: several gateways may have the same data folder. If the process ends before
 * that, it stays under its temporary name. Throws when it cannot be written.
 */
export function writeSecretsFile(folder: string, { key, adminToken }: FirstSecrets): KeptSecrets {
  const path = join(folder, secretsFileName);
  const temporary = `${path}.${randomUUID()}`;
  const lines = [
    `PARLEY_KEY=${key}`,
    ...(adminToken === undefined ? [] : [`PARLEY_ADMIN_TOKEN=${adminToken}`]),
  ];
  createDataFolder(folder);
  writeFileSync(temporary, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return {
    path,
    accept: () => renameSync(temporary, path),
    discard: () => rmSync(temporary, { force: true }),
  };
}
