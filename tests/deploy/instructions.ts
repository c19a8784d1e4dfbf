/** Reads Dockerfiles and systemd units, for the tests of the deployment. */
import { readText } from '../codebase/workspace.ts';

/** One instruction of a Dockerfile, with its continued lines joined. */
export interface Instruction {
  /** In capitals, such as `COPY`. */
  readonly name: string;
  readonly words: string;
}

export function readDockerfile(path: string): readonly Instruction[] {
  const joined = readText(path)
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '');
  return Array.from(joined.matchAll(/^([A-Z]+)\s+(.+)$/gm), ([, name = '', words = '']) => ({
    name,
    words,
  }));
}

/** The settings of a systemd unit in their order; a setting may come several times. */
export function readUnit(path: string): readonly (readonly [name: string, value: string])[] {
  return Array.from(
    readText(path).matchAll(/^(\w+)=(.*)$/gm),
    ([, name = '', value = '']) => [name, value] as const,
  );
}
