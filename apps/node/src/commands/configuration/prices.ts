/** `parley prices`: the prices of models, where they come from, and which need a look. */
import { nanoUsdPerDollar } from '@parley/core';
import { checkPrices, type CheckedPrice, type PriceState } from '@parley/core/extension';
import { createParentCommand, createJsonCommand } from '../command.ts';
import { exitCodes } from '../failure.ts';
import { say, writeJson, writeTable } from '../output.ts';
import { parseCount } from '../parsers.ts';
import { withReadingSession } from '../session.ts';
import { learnModels } from './discovery.ts';

export const createPricesCommand = () =>
  createParentCommand('prices', 'Show where the prices of models come from').addCommand(
    createCheck(),
  );

const defaultOldDays = 90;

const createCheck = () =>
  createJsonCommand('check', {
    summary: 'List the price of every model with its source, and what is unknown, old or changed',
    examples: ['parley prices check', 'parley prices check --old 30 --json'],
  })
    .option('--old <days>', 'Age from which a price is old (default: 90)', parseCount)
    .action((options) =>
      withReadingSession(options, async (session) => {
        await learnModels(session);
        const { routes, prices } = session.operator.configuration.snapshot();
        const targets = [...routes.values()].flatMap((route) => route.targets);
        const oldDays = options.old ?? defaultOldDays;
        const rows = checkPrices(prices, targets, { at: session.operator.clock.now(), oldDays });
        if (rows.some(({ state }) => state === 'unknown' || state === 'old')) {
          process.exitCode = exitCodes.failed;
        }
        if (options.json) writeJson(rows.map(encodeRow));
        else writeRows(rows);
      }),
    );

/** Dollars per million tokens. */
function dollarsOf({ found }: CheckedPrice): { input: number; output: number } | undefined {
  if (found.kind !== 'priced') return undefined;
  const { input, output } = found.price.rates;
  return { input: input / nanoUsdPerDollar, output: output / nanoUsdPerDollar };
}

function encodeRow(row: CheckedPrice): Record<string, unknown> {
  const { name, state, found, origin, changes } = row;
  const dated = origin?.by === 'catalogue' ? origin : undefined;
  return {
    model: name,
    state,
    free: found.kind === 'free',
    ...(dollarsOf(row) ?? { input: null, output: null }),
    origin: origin?.by ?? null,
    sources: dated?.sources ?? [],
    date: dated?.date ?? null,
    changes: changes ?? null,
  };
}

function writeRows(rows: readonly CheckedPrice[]): void {
  writeTable(
    ['MODEL', '$/M IN', '$/M OUT', 'STATE', 'DATE', 'SOURCE'],
    rows.map((row) => {
      const { name, found, state, changes, origin } = row;
      const dollars = dollarsOf(row);
      const unpriced = found.kind === 'free' ? 'free' : '-';
      return [
        name,
        dollars === undefined ? unpriced : String(dollars.input),
        dollars === undefined ? unpriced : String(dollars.output),
        changes === undefined ? state : `${state} ${changes}`,
        origin?.by === 'catalogue' ? origin.date : '-',
        origin?.by === 'catalogue' ? origin.sources.join(' ') : (origin?.by ?? '-'),
      ];
    }),
  );
  const count = (wanted: PriceState) => rows.filter(({ state }) => state === wanted).length;
  const states = ['unknown', 'old', 'changed', 'differs'] as const;
  say(`${rows.length} prices: ${states.map((state) => `${count(state)} ${state}`).join(', ')}.`);
}
