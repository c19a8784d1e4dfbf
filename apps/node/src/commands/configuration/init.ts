/** `parley init`: a configuration file to begin with. */
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { configurationJsonSchema } from '@parley/core';
import { commandLine } from '../../command-line.ts';
import { createCommand } from '../command.ts';
import { CommandError, exitCodes } from '../failure.ts';
import { say } from '../output.ts';

/** The JSON schema next to the file, with which editors complete and check it offline. */
const schemaName = 'parley.schema.json';

/** A valid configuration that declares nothing. Whole sections are comments, so that none has to be edited to be used. */
const template = `# yaml-language-server: $schema=${schemaName}
# Parley's configuration. Everything is optional: providers whose API keys are in the environment need no entry.
# Remove the "# " before the lines that you need. \`parley config check\` validates this file.

# Upstreams: the services that Parley calls, by a name of your own.
# upstreams:
#   claude:
#     provider: anthropic
#     credential: \${ANTHROPIC_API_KEY}
#   rack:
#     provider: openai-compatible
#     base_url: http://127.0.0.1:8000/v1
#     models: [qwen3-32b]

# Call names of your own, each with targets that are tried in order.
# models:
#   smart:
#     targets:
#       - { upstream: claude, model: claude-sonnet-4-5 }
#       - { upstream: rack, model: qwen3-32b, priority: 1 }

# Groups of models that keys are bound to. Without any, \`default\` has every model.
# groups:
#   default:
#     models: ['*']
#   team:
#     fingerprint: team
#     multiplier: 1.2
#     models: [smart]

# Prices of your own, in dollars per million tokens; they override those that Parley knows.
# prices:
#   - { match: 'rack/*', input: 0.2, output: 0.6 }

# The store: a file in the data folder, unless you name a database.
# store:
#   url: \${DATABASE_URL}
#   redis: \${REDIS_URL}
`;

export const createInitCommand = () =>
  createCommand('init', {
    summary: 'Write a configuration file to begin with',
    examples: ['parley init', 'parley init /etc/parley/parley.yaml'],
  })
    .argument('[file]', 'Path of the new file', 'parley.yaml')
    .action((path) => {
      const file = resolve(path);
      try {
        writeFileSync(file, template, { flag: 'wx' });
        writeFileSync(join(dirname(file), schemaName), JSON.stringify(configurationJsonSchema()));
      } catch (error) {
        throw explain(file, error);
      }
      say(
        `Wrote ${file} and, for editors, ${schemaName}. Check it with: ${commandLine('config check')}`,
      );
    });

function explain(file: string, error: unknown): CommandError {
  if (!(error instanceof Error)) return new CommandError(String(error));
  const exists = 'code' in error && error.code === 'EEXIST';
  return exists
    ? new CommandError(`${file} already exists and was not changed.`, exitCodes.conflict)
    : new CommandError(`${file} cannot be written: ${error.message}`);
}
