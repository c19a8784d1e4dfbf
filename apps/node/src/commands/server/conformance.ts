import { readFileSync, writeFileSync } from 'node:fs';
import {
  createScoreCard,
  findModel,
  rules,
  runScenarios,
  scenarios,
  writeScoreCard,
  type Target,
} from '@parley/conformance';
import { defineParley } from '../definition.ts';
import { CommandError, exitCodes, UsageError } from '../failure.ts';
import { readList } from '../input.ts';
import { say } from '../output.ts';

/** How long a model that answers is looked for, in milliseconds. */
const searchMs = 60_000;

export const conformance = defineParley({
  summary: 'Check a gateway, yours or another, against the specification',
  options: {
    url: { type: 'positional', description: 'Its address, without /v1', required: true },
    key: {
      type: 'string',
      description: 'A key, or a file that holds one (PARLEY_KEY)',
      valueHint: 'key',
    },
    'admin-token': {
      type: 'string',
      description:
        'An admin token, or a file that holds one (PARLEY_ADMIN_TOKEN): also check what needs keys and groups of its own',
      valueHint: 'token',
    },
    model: {
      type: 'string',
      description: 'The model to ask (a cheap one that answers)',
      valueHint: 'name',
    },
    only: {
      type: 'string',
      description: 'Scenarios or rules whose names begin so',
      valueHint: 'a,b',
    },
    json: { type: 'string', description: 'Also write the card as JSON', valueHint: 'file' },
  },
  // A key is often one that was made for this check alone.
  secretOptions: ['key', 'admin-token'],
  examples: [
    'PARLEY_KEY=$(cat laptop.key) parley conformance https://parley.example',
    'parley conformance http://127.0.0.1:8787 --key laptop.key --only spec-5,models --json card.json',
  ],
  async run(args) {
    const url = readAddress(args.url);
    const key = readSecret(args.key, 'PARLEY_KEY');
    if (key === undefined) {
      throw new UsageError(
        'A key is missing: put it into PARLEY_KEY, or give it or its file with --key.',
      );
    }
    const adminToken = readSecret(args['admin-token'], 'PARLEY_ADMIN_TOKEN');
    const model = args.model ?? (await chooseModel(url, key));
    say(`Asking ${url} for answers of ${model}.`);
    const only = readList(args.only);
    const target: Target = { url, key, model, ...(adminToken !== undefined && { adminToken }) };
    const startedAt = new Date();
    const results = await runScenarios(target, scenarios, { ...(only && { only }) });
    const card = createScoreCard(rules, { target: url, startedAt, results });
    if (args.json !== undefined) writeFileSync(args.json, `${JSON.stringify(card, null, 2)}\n`);
    process.stdout.write(writeScoreCard(card));
    if (results.length === 0) throw new UsageError(`Nothing begins with ${args.only ?? ''}.`);
    if (card.totals.fail > 0) process.exitCode = exitCodes.failed;
  },
});

/** @throws UsageError */
function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.search === '' && url.hash === '';
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isPlain) {
    throw new UsageError(`"${text}" is no address; write one such as https://parley.example.`);
  }
  return url.href.replace(/\/+$/, '').replace(/\/v1$/, '');
}

/** What a key of any gateway (specification, section 5 rule 1) and an admin token of ours begin with. */
const secret = /^(?:sk-|parley-admin-)/;

/** A secret as it is given, out of a file, or out of the environment. @throws CommandError */
function readSecret(given: string | undefined, variable: string): string | undefined {
  if (given === undefined) return process.env[variable] || undefined;
  if (secret.test(given)) return given;
  try {
    return readFileSync(given, 'utf8').trim();
  } catch {
    throw new CommandError(`The file ${given} cannot be read.`, exitCodes.notFound);
  }
}

async function chooseModel(url: string, key: string): Promise<string> {
  try {
    return await findModel({ url, key }, AbortSignal.timeout(searchMs));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new CommandError(`${url} gives no model to ask: ${reason}`, exitCodes.upstream);
  }
}
