import { stripVTControlCharacters } from 'node:util';
import { defineCommand, renderUsage } from 'citty';
import { CommandError } from './failure.ts';
import { findCommand, listVerbs, table, type FoundCommand } from './table.ts';
import { describeUnknown } from './unknown.ts';

const title = `Parley: one endpoint for every chat model, in every protocol its clients speak.

USAGE parley [command] [options]; without a command it starts`;

/**
 * Explains the command that the words begin with, those of a noun, or all.
 * @throws CommandError when there is no such command
 */
export async function showHelp(words: readonly string[]): Promise<void> {
  const [first = '-', second = '-'] = words;
  const found = findCommand(words);
  if (found !== undefined) write(await explainCommand(found));
  else if (first.startsWith('-')) write(await explainList(title, [...table.keys()]));
  else if (listVerbs(first).length > 0 && second.startsWith('-')) {
    const names = listVerbs(first).map((verb) => `${first} ${verb}`);
    write(await explainList(`USAGE parley ${first} <command> [options]`, names));
  } else throw new CommandError(describeUnknown(words));
}

async function explainCommand({ name, load }: FoundCommand): Promise<string> {
  const { summary, options, examples } = await load();
  const usage = await renderUsage(
    defineCommand({ meta: { name: `parley ${name}`, description: summary }, args: options }),
  );
  return `${usage}\n\nEXAMPLES\n\n${examples.map((line) => `  ${line}\n`).join('')}`;
}

async function explainList(heading: string, names: readonly string[]): Promise<string> {
  const width = Math.max(...names.map(({ length }) => length)) + 2;
  const lines = await Promise.all(
    names.map(
      async (name) => `  ${name.padEnd(width)}${(await table.get(name)?.())?.summary ?? ''}\n`,
    ),
  );
  return `${heading}\n\nCOMMANDS\n\n${lines.join('')}\nparley <command> --help tells more.\n`;
}

function write(text: string): void {
  const coloured = process.stdout.isTTY && process.stdout.hasColors();
  process.stdout.write(coloured ? text : stripVTControlCharacters(text));
}
