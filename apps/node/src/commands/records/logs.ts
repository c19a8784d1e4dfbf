import { readExchange, type ExchangeView } from '@parley/core/administration';
import { describeAttempt, describeError } from './attempt-line.ts';
import { defineParley } from '../definition.ts';
import { readLatest } from './exchange-pages.ts';
import { followExchanges } from './follow.ts';
import { readCount } from '../input.ts';
import { commonOptions } from '../options.ts';
import { shortTime } from '../output.ts';
import { withSession } from '../session.ts';

export const logs = defineParley({
  summary: 'Show the latest exchanges, or one with its attempts',
  options: {
    id: { type: 'positional', description: 'The request id of one exchange', required: false },
    ...commonOptions,
    json: { type: 'boolean', description: 'Write one line of JSON for each' },
    follow: { type: 'boolean', alias: 'f', description: 'Go on with what happens' },
    lines: { type: 'string', description: 'How many at first (20)', valueHint: 'count' },
    key: { type: 'string', description: 'Only those of this key', valueHint: 'id' },
  },
  examples: [
    'parley logs',
    'parley logs --follow',
    'parley logs --json --lines 100',
    'parley logs req_0198c0de7b1a7c3e8f6d5a4b3c2d1e0f',
  ],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      if (args.id !== undefined) {
        const exchange = await readExchange(operator, args.id);
        if (args.json) writeLine(exchange);
        else writeWhole(exchange);
        return;
      }
      const lines = readCount(args.lines, 'lines') ?? 20;
      const selection = args.key === undefined ? {} : { key_id: args.key };
      const write = args.json ? writeLine : writeReadable;
      if (args.follow) await followExchanges(operator, { selection, lines, write });
      else (await readLatest(operator, selection, lines)).forEach(write);
    }),
});

function writeLine(exchange: ExchangeView): void {
  process.stdout.write(`${JSON.stringify(exchange)}\n`);
}

/** The line of the list, and below it what became of each attempt. */
function writeWhole(exchange: ExchangeView): void {
  writeReadable(exchange);
  const { error_code: code, error_reason: reason, error_message: message } = exchange;
  const lines = [
    ...(code === null ? [] : [`error  ${describeError(code, reason, message)}`]),
    ...exchange.attempt_records.map(describeAttempt),
  ];
  for (const line of lines) process.stdout.write(`  ${line}\n`);
}

function writeReadable(exchange: ExchangeView): void {
  const { id, status, model, upstream, outcome, amount, duration_ms: duration, tokens } = exchange;
  const count = tokens === null ? 'tokens not reported' : `${tokens.input}+${tokens.output} tokens`;
  const words = [
    shortTime(exchange.started_at),
    String(status),
    outcome.padEnd(9),
    `${duration} ms`,
    `$${amount}`,
    count,
    `${model} → ${upstream ?? '-'}`,
    id,
  ];
  process.stdout.write(`${words.join('  ')}\n`);
}
