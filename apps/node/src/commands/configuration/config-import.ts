/** `parley config import`: writes a `parley.yaml` from the configuration of another gateway. */
import { resolve } from 'node:path';
import { readConfigurationFile } from '@parley/host/disk';
import { createCommand } from '../command.ts';
import { CommandError, exitCodes } from '../failure.ts';
import { say } from '../output.ts';

export const createImport = () =>
  createCommand('import', {
    summary: 'Convert the configuration of another gateway',
    examples: [
      'parley config import litellm.yaml > parley.yaml',
      'parley config import ~/.claude-code-router/config.json > parley.yaml',
    ],
  })
    .argument('<file>', 'Of LiteLLM, claude-code-router, Portkey, new-api or one-api')
    .action(async (file) => {
      const { importConfiguration } = await import('../../import/import-configuration.ts');
      const imported = importConfiguration(file, readConfigurationFile(resolve(file)).text);
      if (imported === undefined) {
        throw new CommandError(
          `${file} is not the configuration of a gateway that can be imported: LiteLLM, claude-code-router, Portkey, new-api or one-api.`,
          exitCodes.configuration,
        );
      }
      const { source, text, notes, variables } = imported;
      if (text !== undefined) process.stdout.write(text);
      for (const note of notes) say(note);
      if (text === undefined) throw new CommandError(`Nothing of ${source} could be imported.`);
      say(`Imported ${source}. Differences: ${String(notes.length)}.`);
      if (variables.length > 0) {
        say(`Set these variables to use the file: ${variables.join(', ')}.`);
      }
    });
