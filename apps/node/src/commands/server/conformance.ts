/** `parley conformance`: checks any gateway against the specification. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Target } from '@parley/conformance';
import { createCommand } from '../command.ts';
import { CommandError, exitCodes, UsageError } from '../failure.ts';
import { say } from '../output.ts';
import { parseList } from '../parsers.ts';

/** Maximum milliseconds to find a model that answers. */
const searchMs = 60_000;

interface ConformanceOptions {
  readonly key?: string | undefined;
  readonly adminToken?: string | undefined;
  readonly model?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly json?: string | undefined;
}

export const createConformanceCommand = () =>
  createCommand('conformance', {
    summary: 'Check a gateway, this one or any other, against the specification',
    examples: [
      'PARLEY_KEY=$(cat laptop.key) parley conformance https://parley.example',
      'parley conformance http://127.0.0.1:8787 --key laptop.key --only spec-5,models --json card.json',
    ],
  })
    .argument('<url>', 'Base URL of the gateway, without /v1')
    .option('--key <key>', 'Key, or a file that contains one (env: PARLEY_KEY)')
    .option(
      '--admin-token <token>',
      'Admin token, or a file that contains one, for the rules that need keys and groups of their own (env: PARLEY_ADMIN_TOKEN)',
    )
    .option('--model <name>', 'Model to call (default: a cheap one that answers)')
    .option('--only <a,b>', 'Only scenarios and rules whose names begin with these', parseList)
    .option('--json <file>', 'Also write the report to a file, as JSON')
    .action(runConformance);

async function runConformance(text: string, options: ConformanceOptions): Promise<void> {
  // Loaded here, because no other command needs the scenarios.
  const { createScoreCard, rules, runScenarios, scenarios, writeScoreCard } =
    await import('@parley/conformance');
  const url = readBaseUrl(text);
  const key = readSecret(options.key, 'PARLEY_KEY');
  if (key === undefined) throw new UsageError('Set PARLEY_KEY to a key, or use --key.');
  const adminToken = readSecret(options.adminToken, 'PARLEY_ADMIN_TOKEN');
  const model = options.model ?? (await chooseModel(url, key));
  say(`Checking ${url} with the model ${model}.`);
  const { only, json } = options;
  const target: Target = { url, key, model, ...(adminToken !== undefined && { adminToken }) };
  const startedAt = new Date();
  const results = await runScenarios(target, scenarios, { ...(only && { only }) });
  const card = createScoreCard(rules, { target: url, startedAt, results });
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(card, null, 2)}\n`);
  process.stdout.write(writeScoreCard(card));
  if (results.length === 0)
    throw new UsageError(`--only: nothing begins with ${only?.join(', ') ?? ''}.`);
  if (card.totals.fail > 0) process.exitCode = exitCodes.failed;
}

/** @throws UsageError */
function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.search === '' && url.hash === '';
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isPlain) {
    throw new UsageError(`"${text}" is not a base URL; use one such as https://parley.example.`);
  }
  return url.href.replace(/\/+$/, '').replace(/\/v1$/, '');
}

/** How keys of any gateway (docs/specification.md, section 5 rule 1) and admin tokens of Parley begin. */
const secret = /^(?:sk-|parley-admin-)/;

/** Reads a secret from the option, from the file that it names, or from the environment. @throws CommandError */
function readSecret(option: string | undefined, variable: string): string | undefined {
  if (option === undefined) return process.env[variable] || undefined;
  if (secret.test(option)) return option;
  try {
    return readFileSync(option, 'utf8').trim();
  } catch {
    throw new CommandError(`The file ${option} cannot be read.`, exitCodes.notFound);
  }
}

async function chooseModel(url: string, key: string): Promise<string> {
  const { findModel } = await import('@parley/conformance');
  try {
    return await findModel({ url, key }, AbortSignal.timeout(searchMs));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new CommandError(`${url} has no model that answers: ${reason}`, exitCodes.upstream);
  }
}
