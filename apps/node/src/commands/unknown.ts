import { suggest } from './suggestion.ts';
import { listFirstWords, listVerbs } from './table.ts';

/** Says what is wrong with words that begin no command. */
export function describeUnknown([first = '', second]: readonly string[]): string {
  const verbs = listVerbs(first);
  if (verbs.length === 0) {
    return `There is no command "${first}".${suggest(first, listFirstWords())}\nTry: parley --help`;
  }
  const known = `There are: ${verbs.join(', ')}.`;
  if (second === undefined || second.startsWith('-')) {
    return `Say what to do with ${first}. ${known}`;
  }
  const advice = suggest(second, verbs);
  return `There is no command "${first} ${second}".${advice === '' ? ` ${known}` : advice}`;
}
