import type { ArgDef, ArgsDef, ParsedArgs } from 'citty';
import { UsageError } from './failure.ts';
import { refuseSecret } from './secret-word.ts';
import { suggest } from './suggestion.ts';

/**
 * Reads what was typed after a command. Nothing is guessed: an option that is not known, one without
 * its value and a word too many are refused, because a misspelt one would silently do nothing.
 * @param secretOptions names of options whose value may be a secret
 * @throws UsageError
 */
export function readWords<Options extends ArgsDef>(
  options: Options,
  words: readonly string[],
  secretOptions: readonly string[] = [],
): ParsedArgs<Options> {
  const given: Record<string, unknown> = {};
  const arguments_: string[] = [];
  const left = words.values();
  for (const word of left) {
    if (!secretOptions.some((name) => word.startsWith(`--${name}=`))) refuseSecret(word);
    if (isOption(word)) {
      const { name, value } = readOption(options, word, () => left.next().value);
      if (!secretOptions.includes(name)) refuseSecret(String(value));
      if (Object.hasOwn(given, name)) throw new UsageError(`--${name} is given twice.`);
      given[name] = value;
    } else arguments_.push(word);
  }
  const entries = Object.entries(options).map(([name, definition]) => {
    const value = definition.type === 'positional' ? arguments_.shift() : given[name];
    return [name, value ?? chooseDefault(name, definition)] as const;
  });
  const [extra] = arguments_;
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}".`);
  // The definitions are what the type is made of.
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined),
  ) as ParsedArgs<Options>;
}

/** A negative number is a value. */
function isOption(word: string): boolean {
  return /^--?[A-Za-z]/.test(word);
}

/** @param next takes the word that follows */
function readOption(
  options: ArgsDef,
  word: string,
  next: () => string | undefined,
): { readonly name: string; readonly value: string | boolean } {
  const [, written = '', inline] = /^--?([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  const { name, definition, denied } = findOption(options, word, written);
  if (definition.type === 'boolean') {
    if (inline !== undefined) throw new UsageError(`--${written} takes no value.`);
    return { name, value: !denied };
  }
  const value = inline ?? next();
  if (value === undefined || (inline === undefined && isOption(value))) {
    throw new UsageError(`--${name} needs a value.`);
  }
  return { name, value };
}

interface FoundOption {
  readonly name: string;
  readonly definition: ArgDef;
  /** Written as `--no-…`. */
  readonly denied: boolean;
}

function findOption(options: ArgsDef, word: string, written: string): FoundOption {
  const known = Object.entries(options).filter(([, { type }]) => type !== 'positional');
  for (const [name, definition] of known) {
    const isShort = !word.startsWith('--');
    if (isShort ? 'alias' in definition && definition.alias === written : name === written) {
      return { name, definition, denied: false };
    }
    if (!isShort && written === `no-${name}` && mayBeDenied(definition)) {
      return { name, definition, denied: true };
    }
  }
  const names = known.flatMap(([name, definition]) =>
    mayBeDenied(definition) ? [name, `no-${name}`] : [name],
  );
  const dashes = word.startsWith('--') ? '--' : '-';
  throw new UsageError(`Unknown option ${dashes}${written}.${suggest(written, names, '--')}`);
}

function mayBeDenied(definition: ArgDef): boolean {
  return definition.type === 'boolean' && definition.negativeDescription !== undefined;
}

function chooseDefault(name: string, definition: ArgDef): unknown {
  if (definition.default !== undefined) return definition.default;
  if (definition.required !== true) return undefined;
  const title = definition.type === 'positional' ? `<${name}>` : `--${name}`;
  throw new UsageError(`${title} is missing: ${definition.description ?? ''}.`);
}
