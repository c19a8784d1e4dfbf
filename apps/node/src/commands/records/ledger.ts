import {
  chargeQuarantined,
  checkLedger,
  explainExchange,
  ledgerQuery,
  listLedger,
} from '@parley/core/administration';
import { describeAttempt } from './attempt-line.ts';
import { defineParley } from '../definition.ts';
import { exitCodes } from '../failure.ts';
import { readCount, readInput, withoutGaps } from '../input.ts';
import { commonOptions, jsonOption } from '../options.ts';
import { say, shortTime, writeJson, writeTable } from '../output.ts';
import { withSession } from '../session.ts';

const options = { ...commonOptions, ...jsonOption } as const;

export const checkLedgerCommand = defineParley({
  summary: 'Add all money up anew: granted = spent + reserved + free',
  options,
  examples: ['parley ledger check', 'parley ledger check --json'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const report = await checkLedger(operator);
      if (!report.balanced) process.exitCode = exitCodes.failed;
      if (args.json) {
        writeJson(report);
        return;
      }
      const { accounts, keys, entries, granted, spent, reserved } = report;
      process.stdout.write(
        `${report.balanced ? 'The ledger is balanced' : 'The ledger does NOT add up'}: ` +
          `accounts ${accounts}, keys ${keys}, entries ${entries}; ` +
          `granted $${granted}, spent $${spent}, reserved $${reserved}.\n`,
      );
      for (const { subject, id, total, stated, counted } of report.faults) {
        process.stdout.write(`${subject} ${id}: ${total} is ${stated}, its rows give ${counted}\n`);
      }
      if (report.quarantined_charges > 0) {
        const { quarantined_charges: waiting } = report;
        say(`Charges that wait for a price: ${waiting}. See parley ledger quarantine.`);
      }
    }),
});

export const listLedgerCommand = defineParley({
  summary: 'List movements of money, newest first',
  options: {
    ...options,
    account: { type: 'string', description: 'Only this account', valueHint: 'id' },
    key: { type: 'string', description: 'Only this key', valueHint: 'id' },
    kind: { type: 'string', description: 'top-up, adjustment or charge' },
    lines: { type: 'string', description: 'How many (20)', valueHint: 'count' },
  },
  examples: ['parley ledger list --account team-a', 'parley ledger list --kind top-up --json'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const query = withoutGaps({
        account_id: args.account,
        key_id: args.key,
        kind: args.kind,
        limit: readCount(args.lines, 'lines') ?? 20,
      });
      const { data } = await listLedger(operator, readInput(ledgerQuery, query));
      if (args.json) writeJson(data);
      else {
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
      }
    }),
});

export const explainCommand = defineParley({
  summary: 'Explain the cost of a request',
  options: {
    id: { type: 'positional', description: 'The request id that its caller got', required: true },
    ...options,
  },
  examples: ['parley ledger explain req_0198c0de7b1a7c3e8f6d5a4b3c2d1e0f'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const explanation = await explainExchange(operator, args.id);
      if (args.json) {
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
});

export const quarantineCommand = defineParley({
  summary: 'Charge what waited for a price, where there is one by now',
  options,
  examples: ['parley ledger quarantine'],
  run: (args) =>
    withSession(args, async ({ operator }) => {
      const report = await chargeQuarantined(operator);
      if (args.json) writeJson(report);
      else {
        const { charged, amount, left } = report;
        process.stdout.write(`Charged ${charged} attempts, $${amount}; ${left} still wait.\n`);
      }
    }),
});
