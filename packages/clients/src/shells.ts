/** How each shell sets and removes environment variables with any value. */
import type { Language, Variant } from './client.ts';

export interface Shell {
  /** The label of its tab. */
  readonly title: string;
  readonly language: Language;
  /**
   * A line that sets a variable to exactly this value.
   * @throws RangeError when the shell cannot represent the value; see `canHold`
   */
  set(name: string, value: string): string;
  remove(name: string): string;
  /** Whether the shell can represent the value: no shell has NUL, and cmd has no line breaks. */
  canHold(value: string): boolean;
}

/** The parts in which shells differ. */
interface Syntax extends Omit<Shell, 'canHold'> {
  /** Matches characters that the shell cannot represent. */
  readonly forbidden: RegExp;
}

function createShell({ forbidden, set, ...rest }: Syntax): Shell {
  return {
    ...rest,
    canHold: (value) => !forbidden.test(value),
    set(name, value) {
      if (!forbidden.test(value)) return set(name, value);
      throw new RangeError(
        `${rest.title} cannot set ${name}: its value contains a character that this shell cannot represent.`,
      );
    },
  };
}

const nul = /\0/;

/** In bash, zsh and sh, the single quote is the only special character within single quotes. */
export function quoteForShell(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

const posix = createShell({
  title: 'bash, zsh',
  language: 'sh',
  forbidden: nul,
  set: (name, value) => `export ${name}=${quoteForShell(value)}`,
  remove: (name) => `unset ${name}`,
});

/** @see https://fishshell.com/docs/current/language.html#quotes */
const fish = createShell({
  title: 'fish',
  language: 'fish',
  forbidden: nul,
  set: (name, value) => `set -gx ${name} '${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`,
  remove: (name) => `set -e ${name}`,
});

/**
 * PowerShell treats four typographic quotes like the straight one; doubling escapes each of them.
 * @see https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_quoting_rules
 */
const powershell = createShell({
  title: 'PowerShell',
  language: 'powershell',
  forbidden: nul,
  set: (name, value) => `$env:${name} = '${value.replaceAll(/['\u2018-\u201B]/g, '$&$&')}'`,
  remove: (name) => `Remove-Item Env:${name} -ErrorAction SilentlyContinue`,
});

/**
 * A quote within a quoted value would end the quoting, so such a line is not quoted: every special
 * character is escaped with a caret. Percent signs are doubled, as batch files need it.
 * @see https://ss64.com/nt/syntax-esc.html
 */
const cmd = createShell({
  title: 'cmd',
  language: 'cmd',
  forbidden: /[\0\r\n]/,
  set(name, value) {
    const text = `${name}=${value.replaceAll('%', '%%')}`;
    if (!text.includes('"')) return `set "${text}"`;
    return `set ^"${text.replaceAll(/["&|<>^()]/g, '^$&')}^"`;
  },
  remove: (name) => `set "${name}="`,
});

/** Every supported shell by its common names. */
export const shells: Readonly<Record<string, Shell>> = {
  bash: posix,
  zsh: posix,
  sh: posix,
  fish,
  powershell,
  cmd,
};

/** The name of the shell at a path such as `/usr/bin/fish`; `bash` when it is not supported. */
export function nameShell(path: string | undefined): string {
  const name = (path ?? '').replace(/^.*\//, '');
  return Object.hasOwn(shells, name) ? name : 'bash';
}

/** Variables to set and to remove. */
export interface Variables {
  readonly environment: Readonly<Record<string, string>>;
  readonly removed?: readonly string[];
}

/** The lines that set and remove the variables in one shell. */
export function writeVariables(shell: Shell, { environment, removed = [] }: Variables): string {
  const set = Object.entries(environment).map(([name, value]) => shell.set(name, value));
  return [...removed.map((name) => shell.remove(name)), ...set].join('\n');
}

/** The same for every shell that can represent the values, each followed by `command`. */
export function listVariants(variables: Variables, command?: string): readonly Variant[] {
  const values = Object.values(variables.environment);
  return [...new Set(Object.values(shells))]
    .filter((shell) => values.every((value) => shell.canHold(value)))
    .map((shell) => ({
      title: shell.title,
      language: shell.language,
      code: [writeVariables(shell, variables), ...(command === undefined ? [] : [command])].join(
        '\n',
      ),
    }));
}
