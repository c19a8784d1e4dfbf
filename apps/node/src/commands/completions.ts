/** `parley completions`: scripts with which shells complete commands and options. */
import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { createCommand } from './command.ts';

/** Each asks the hidden command `complete` for what may stand in the place of the last word. */
const scripts = {
  bash: `_parley() {
  local IFS=$'\\n'
  COMPREPLY=($(parley complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _parley parley
`,
  zsh: `_parley() {
  local -a found
  found=("\${(@f)$(parley complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a found
}
compdef _parley parley
`,
  fish: `complete -c parley -a '(parley complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
} as const;

type Shell = keyof typeof scripts;
const shells = Object.keys(scripts) as readonly Shell[];

/** Adds the command, and the hidden one. To be called when all other commands are there. */
export function addCompletions(program: CommandUnknownOpts): void {
  program.addCommand(createCompletionsCommand());
  program.addCommand(createCompleteCommand(program), { hidden: true });
}

const createCompletionsCommand = () =>
  createCommand('completions', {
    summary: 'Print a script with which a shell completes commands and options',
    examples: [
      'source <(parley completions bash)',
      'source <(parley completions zsh)',
      'parley completions fish | source',
    ],
  })
    .addArgument(new Argument('<shell>', 'The shell').choices(shells))
    .action((shell) => {
      process.stdout.write(scripts[shell]);
    });

const createCompleteCommand = (program: CommandUnknownOpts) =>
  createCommand('complete', {
    summary: 'Print what may stand in the place of the last word, one in a line',
    examples: ['parley complete -- keys cr'],
  })
    .argument('[words...]', 'The words after parley')
    .action((words) => {
      for (const word of listCompletions(program, words)) process.stdout.write(`${word}\n`);
    });

/** Nothing for the value of an option or an argument without choices, which the shell takes for the name of a file. */
function listCompletions(program: CommandUnknownOpts, words: readonly string[]): readonly string[] {
  const before = words.slice(0, -1);
  const begun = words.at(-1) ?? '';
  const command = findCommand(program, before);
  const previous = before.at(-1) ?? '';
  const option = command.options.find(({ long, short }) => [long, short].includes(previous));
  const isValue = option !== undefined && (option.required || option.optional);
  const candidates = isValue ? (option.argChoices ?? []) : listWords(command);
  return candidates.filter((word) => word.startsWith(begun));
}

function findCommand(program: CommandUnknownOpts, words: readonly string[]): CommandUnknownOpts {
  let command = program;
  for (const word of words) {
    command = command.commands.find((inner) => inner.name() === word) ?? command;
  }
  return command;
}

/** The commands and options that the help lists, and the choices of arguments. */
function listWords(command: CommandUnknownOpts): readonly string[] {
  const help = command.createHelp();
  return [
    ...help.visibleCommands(command).map((inner) => inner.name()),
    ...help.visibleOptions(command).flatMap(({ long }) => long ?? []),
    ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  ];
}
