/** How commands are called where this program runs; for messages that name one. */
import process from 'node:process';

/** The whole line of a command: `parley keys create`, or what calls the same in a checkout. */
export function commandLine(words = ''): string {
  return `${process.env['PARLEY_COMMAND'] || 'parley'} ${words}`.trimEnd();
}
