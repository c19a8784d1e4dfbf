import { version } from '../version.ts';
import { CommandError, runSafely, UsageError } from './failure.ts';
import { showHelp } from './help.ts';
import { findCommand } from './table.ts';
import { describeUnknown } from './unknown.ts';

/** Runs what was typed after `parley`. Sets the process's exit code. */
export function runMain(words: readonly string[]): Promise<void> {
  return runSafely(async () => {
    const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
    const [first] = own;
    if (first === '--version' || first === '-v') process.stdout.write(`${version}\n`);
    else if (first === 'help') await showHelp(own.slice(1));
    else if (own.includes('--help') || own.includes('-h')) await showHelp(own);
    else await run(words);
  });
}

/** Options alone are those of `start`. */
async function run(words: readonly string[]): Promise<void> {
  const [first = '-'] = words;
  const found = findCommand(first.startsWith('-') ? ['start', ...words] : words);
  if (found === undefined) throw new CommandError(describeUnknown(words));
  try {
    await (await found.load()).run(found.rest);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new CommandError(`${error.message}\nTry: parley ${found.name} --help`);
  }
}
