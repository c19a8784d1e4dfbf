import type { ArgsDef, ParsedArgs } from 'citty';
import { UsageError } from './failure.ts';
import { readWords } from './words.ts';

/** One command of the command line. */
export interface Command {
  /** What it does, without a full stop. */
  readonly summary: string;
  readonly options: ArgsDef;
  /** Lines that work as they stand. */
  readonly examples: readonly string[];
  /** Runs it with the words after its name. @throws UsageError and what its work throws */
  run(words: readonly string[]): Promise<void>;
}

export interface CommandSettings<Options extends ArgsDef> {
  readonly summary: string;
  readonly options: Options;
  readonly examples: readonly string[];
  /** Options whose value may be a secret, although other users of the machine can read arguments. */
  readonly secretOptions?: readonly string[];
  /** Whether words after two dashes belong to a program that it starts. */
  readonly passesWords?: true;
  /** @param rest what stands after two dashes */
  run(args: ParsedArgs<Options>, rest: readonly string[]): Promise<void> | void;
}

/** Makes a command that reads its options and refuses what it does not know. */
export function defineParley<const Options extends ArgsDef>(
  settings: CommandSettings<Options>,
): Command {
  const { summary, options, examples, secretOptions, passesWords = false } = settings;
  return {
    summary,
    options,
    examples,
    async run(words) {
      const dashes = words.indexOf('--');
      const own = dashes < 0 ? words : words.slice(0, dashes);
      const rest = dashes < 0 ? [] : words.slice(dashes + 1);
      const [first] = passesWords ? [] : rest;
      if (first !== undefined) throw new UsageError(`Unexpected argument "${first}".`);
      await settings.run(readWords(options, own, secretOptions), rest);
    },
  };
}
