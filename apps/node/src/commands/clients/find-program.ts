/** Looks for a program as the system does when it starts one; used by `run.ts`, before it makes a key. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const endings = process.platform === 'win32' ? ['.com', '.exe'] : [''];

/** Whether one of the folders of `PATH` has the program. */
export function isInstalled(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) =>
    endings.some((ending) => isExecutable(join(folder, `${program}${ending}`))),
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
