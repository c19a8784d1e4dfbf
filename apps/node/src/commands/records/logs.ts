/** `parley logs`: the latest requests, or one with its attempts. */
import { readExchange, type ExchangeView } from '@parley/admin';
import { createStoreCommand } from '../command.ts';
import { say, shortTime } from '../output.ts';
import { parseCount } from '../parsers.ts';
import { withExistingSession, withReadingSession } from '../session.ts';
import { describeAttempt, describeError } from './attempt-line.ts';
import { followLog, readLatest } from './exchange-reader.ts';

export const createLogsCommand = () =>
  createStoreCommand('logs', {
    summary: 'Show the latest requests, or one request with its attempts',
    examples: [
      'parley logs',
      'parley logs --follow',
      'parley logs --json --lines 100',
      'parley logs req_0198c0de7b1a7c3e8f6d5a4b3c2d1e0f',
    ],
  })
    .argument('[id]', 'Request id, for one request')
    .option('--json', 'Write one line of JSON for each request')
    .option('-f, --follow', 'Keep running, and show requests as they end')
    .option('--lines <count>', 'Number of past requests', parseCount, 20)
    .option('--key <id>', 'Only requests of this key')
    .action((id, options) => {
      // What follows the requests needs the store in which a gateway records them.
      const run = options.follow ? withExistingSession : withReadingSession;
      return run(options, async ({ operator }) => {
        if (id !== undefined) {
          const exchange = await readExchange(operator, id);
          if (options.json) writeLine(exchange);
          else writeWhole(exchange);
          return;
        }
        const { lines, key } = options;
        const selection = key === undefined ? {} : { key_id: key };
        const write = options.json ? writeLine : writeReadable;
        if (options.follow) await followLog(operator, { selection, lines, write });
        else writeLatest(await readLatest(operator, selection, lines), write);
      });
    });

function writeLatest(
  latest: readonly ExchangeView[],
  write: (exchange: ExchangeView) => void,
): void {
  if (latest.length === 0 && write === writeReadable) say('There are no such requests yet.');
  latest.forEach(write);
}

function writeLine(exchange: ExchangeView): void {
  process.stdout.write(`${JSON.stringify(exchange)}\n`);
}

/** Writes the line of the list, and below it the error and the attempts. */
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
