/** How a shell sets and removes variables. */
export interface Shell {
  set(name: string, value: string): string;
  remove(name: string): string;
}

/** Nothing within single quotes means anything to these shells but the quote itself. */
function quote(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

const posix: Shell = {
  set: (name, value) => `export ${name}=${quote(value)}`,
  remove: (name) => `unset ${name}`,
};

export const shells: Readonly<Record<string, Shell>> = {
  bash: posix,
  zsh: posix,
  sh: posix,
  fish: {
    set: (name, value) =>
      `set -gx ${name} '${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`,
    remove: (name) => `set -e ${name}`,
  },
  powershell: {
    set: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
    remove: (name) => `Remove-Item Env:${name} -ErrorAction SilentlyContinue`,
  },
  cmd: {
    set: (name, value) => `set "${name}=${value.replaceAll('%', '%%')}"`,
    remove: (name) => `set "${name}="`,
  },
};

/** The name of the shell that a path such as `/usr/bin/fish` leads to; `bash` when unknown. */
export function nameShell(path: string | undefined): string {
  const name = (path ?? '').replace(/^.*\//, '');
  return Object.hasOwn(shells, name) ? name : 'bash';
}
