import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { configurationJsonSchema } from '@parley/core';
import { defineParley } from '../definition.ts';
import { CommandError, exitCodes } from '../failure.ts';
import { say } from '../output.ts';

/** Lies beside the file, so that editors explain and check it without a network. */
const schemaName = 'parley.schema.json';

/** Works as it stands: what is commented out shows what there is. */
const template = `# yaml-language-server: $schema=${schemaName}
# Parley's configuration. Everything in it is optional: providers whose keys are in the environment
# are used without any entry. \`parley config check\` says whether it is right.

# What answers. A name of your own, then what it is.
upstreams: {}
#   claude:
#     provider: anthropic
#     credential: \${ANTHROPIC_API_KEY}
#   rack:
#     provider: openai-compatible
#     base_url: http://127.0.0.1:8000/v1
#     models: [qwen3-32b]

# Call names of your own, each with targets that are tried one after the other.
models: {}
#   smart:
#     targets:
#       - { upstream: claude, model: claude-sonnet-4-5 }
#       - { upstream: rack, model: qwen3-32b, priority: 1 }

# What keys are bound to. Without any there is \`default\`, with everything in it.
groups: {}
#   default:
#     models: ['*']
#   team:
#     fingerprint: team
#     multiplier: 1.2
#     models: [smart]

# Prices of your own, in dollars per million tokens; they go before those that Parley knows.
prices: []
#   - { match: 'rack/*', input: 0.2, output: 0.6 }

# Where everything is kept: a file in the data folder, unless you name a database.
# store:
#   url: \${DATABASE_URL}
#   redis: \${REDIS_URL}
`;

export const init = defineParley({
  summary: 'Write a configuration file to begin with',
  options: {
    file: { type: 'positional', description: 'Where (parley.yaml)', default: 'parley.yaml' },
  },
  examples: ['parley init', 'parley init /etc/parley/parley.yaml'],
  run(args) {
    const file = resolve(args.file);
    try {
      writeFileSync(file, template, { flag: 'wx' });
      writeFileSync(join(dirname(file), schemaName), JSON.stringify(configurationJsonSchema()));
    } catch (error) {
      throw explain(file, error);
    }
    say(`Wrote ${file} and, for editors, ${schemaName}. Check it with: parley config check`);
  },
});

function explain(file: string, error: unknown): CommandError {
  if (!(error instanceof Error)) return new CommandError(String(error));
  const exists = 'code' in error && error.code === 'EEXIST';
  return exists
    ? new CommandError(`${file} exists already; it stays as it is.`, exitCodes.conflict)
    : new CommandError(`${file} cannot be written: ${error.message}`);
}
