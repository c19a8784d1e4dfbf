/** `parley ledger`: movements of money, their check and their explanation. */
import { Option } from '@commander-js/extra-typings';
import {
  chargeQuarantined,
  checkLedger,
  explainExchange,
  ledgerQuery,
  listLedger,
} from '@parley/admin';
import { commandLine } from '../../command-line.ts';
import { createParentCommand, createJsonCommand } from '../command.ts';
import { exitCodes } from '../failure.ts';
import { omitUndefined, readInput } from '../input.ts';
import { say, shortTime, writeJson, writeTable } from '../output.ts';
import { parseCount } from '../parsers.ts';
import { withReadingSession, withSession } from '../session.ts';
import { describeAttempt } from './attempt-line.ts';

export const createLedgerCommand = () =>
  createParentCommand('ledger', 'Check, list and explain movements of money')
    .addCommand(createCheck())
    .addCommand(createList())
    .addCommand(createExplain())
    .addCommand(createQuarantine());

const createCheck = () =>
  createJsonCommand('check', {
    summary:
      'Check that every total equals the sum of its entries: granted = spent + reserved + free',
    examples: ['parley ledger check', 'parley ledger check --json'],
  }).action((options) =>
    withReadingSession(options, async ({ operator }) => {
      const report = await checkLedger(operator);
      if (!report.balanced) process.exitCode = exitCodes.failed;
      if (options.json) {
        writeJson(report);
        return;
      }
      const { accounts, keys, entries, granted, spent, reserved } = report;
      process.stdout.write(
        `${report.balanced ? 'The ledger is balanced' : 'The ledger is NOT balanced'}: ` +
          `accounts ${accounts}, keys ${keys}, entries ${entries}; ` +
          `granted $${granted}, spent $${spent}, reserved $${reserved}.\n`,
      );
      for (const { subject, id, total, stated, counted } of report.faults) {
        process.stdout.write(
          `${subject} ${id}: ${total} is ${stated}, but its entries sum to ${counted}\n`,
        );
      }
      if (report.quarantined_charges > 0) {
        const { quarantined_charges: waiting } = report;
        say(`Charges without a price: ${waiting}. See: ${commandLine('ledger quarantine --help')}`);
      }
    }),
  );

const createList = () =>
  createJsonCommand('list', {
    summary: 'List movements of money, newest first',
    examples: ['parley ledger list --account team-a', 'parley ledger list --kind top-up --json'],
  })
    .option('--account <id>', 'Only this account')
    .option('--key <id>', 'Only this key')
    .addOption(
      new Option('--kind <kind>', 'Only this kind').choices(['top-up', 'adjustment', 'charge']),
    )
    .option('--lines <count>', 'Number of movements', parseCount, 20)
    .action((options) =>
      withReadingSession(options, async ({ operator }) => {
        const { account, key, kind, lines } = options;
        const query = omitUndefined({ account_id: account, key_id: key, kind, limit: lines });
        const { data } = await listLedger(operator, readInput(ledgerQuery, query));
        if (options.json) {
          writeJson(data);
          return;
        }
        if (data.length === 0) {
          say('There are no such movements yet.');
          return;
        }
        writeTable(
          ['AT', 'KIND', 'AMOUNT', 'ACCOUNT', 'REQUEST', 'NOTE'],
          data.map((entry) => [
            shortTime(entry.at),
            entry.kind,
            `$${entry.amount}`,
            entry.account_id,
            entry.request_id ?? '-',
            entry.note ?? '',
          ]),
        );
      }),
    );

const createExplain = () =>
  createJsonCommand('explain', {
    summary: 'Explain the cost of a request',
    examples: ['parley ledger explain req_0198c0de7b1a7c3e8f6d5a4b3c2d1e0f'],
  })
    .argument('<id>', 'Request id, as its client received it')
    .action((id, options) =>
      withReadingSession(options, async ({ operator }) => {
        const explanation = await explainExchange(operator, id);
        if (options.json) {
          writeJson(explanation);
          return;
        }
        const { exchange, attempts } = explanation;
        process.stdout.write(`${exchange.model}: $${exchange.amount} (${exchange.pricing})\n`);
        for (const { entry, lines } of attempts) {
          const record = exchange.attempt_records.find(({ number }) => number === entry.attempt);
          const title = `attempt ${entry.attempt ?? 1} at ${entry.upstream ?? '-'}`;
          process.stdout.write(`${record === undefined ? title : describeAttempt(record)}:\n`);
          for (const line of lines) process.stdout.write(`  ${line}\n`);
        }
      }),
    );

const createQuarantine = () =>
  createJsonCommand('quarantine', {
    summary: 'Charge requests that had no price when they ended and have one now',
    examples: ['parley ledger quarantine'],
  }).action((options) =>
    withSession(options, async ({ operator }) => {
      const report = await chargeQuarantined(operator);
      if (options.json) {
        writeJson(report);
        return;
      }
      const { charged, amount, left } = report;
      process.stdout.write(
        `Charged ${charged} attempts, $${amount}; ${left} still have no price.\n`,
      );
    }),
  );
