import { findNearestNames } from '@parley/core';
import type { ArgsDef } from 'citty';
import { CommandError } from './failure.ts';

/**
 * Refuses options and words that a command does not know: the parser below would pass over them,
 * and a misspelt option would silently do nothing.
 * @throws CommandError
 */
export function refuseUnknown(known: ArgsDef, parsed: Readonly<Record<string, unknown>>): void {
  const names = new Set(['_', ...Object.entries(known).flatMap(listNames)]);
  const unknown = Object.keys(parsed).find((name) => !names.has(name));
  if (unknown !== undefined) {
    const advice = suggest(unknown, Object.keys(known), '--');
    throw new CommandError(`Unknown option --${unknown}.${advice}`);
  }
  const positionals = Object.values(known).filter(({ type }) => type === 'positional').length;
  const words = Array.isArray(parsed._) ? parsed._ : [];
  if (words.length > positionals) {
    throw new CommandError(`Unexpected argument "${String(words[positionals])}".`);
  }
}

/** A sentence to follow an error, or nothing. */
export function suggest(written: string, names: readonly string[], prefix = ''): string {
  const [nearest] = findNearestNames(written, names, 1);
  return nearest === undefined ? '' : ` Did you mean ${prefix}${nearest}?`;
}

/** The parser gives an option of two words in both spellings. */
function listNames([name]: readonly [string, unknown]): readonly string[] {
  return [name, name.replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase())];
}
