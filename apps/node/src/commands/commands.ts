/** Every command of the command line. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { createAccountsCommand } from './access/accounts.ts';
import { createConsoleCommand } from './access/console.ts';
import { createGenerateCommand } from './access/generate.ts';
import { createKeysCommand } from './access/keys.ts';
import { createTokensCommand } from './access/tokens.ts';
import { createChatCommand } from './clients/chat.ts';
import { createEnvCommand } from './clients/env.ts';
import { createRunCommand } from './clients/run.ts';
import { createConfigCommand } from './configuration/config.ts';
import { createGroupsCommand } from './configuration/groups.ts';
import { createInitCommand } from './configuration/init.ts';
import { createModelsCommand } from './configuration/models.ts';
import { createPricesCommand } from './configuration/prices.ts';
import { createLedgerCommand } from './records/ledger.ts';
import { createLogsCommand } from './records/logs.ts';
import { createUsageCommand } from './records/usage.ts';
import { createBackupCommand } from './server/backup.ts';
import { createConformanceCommand } from './server/conformance.ts';
import { createDoctorCommand } from './server/doctor.ts';
import { createHealthCommand } from './server/health.ts';
import { createMigrateCommand } from './server/migrate.ts';
import { createReencryptCommand } from './server/reencrypt.ts';
import { createStartCommand } from './server/start.ts';

/** In the order in which the help lists them. */
const factories: readonly (() => CommandUnknownOpts)[] = [
  ...[createStartCommand, createInitCommand, createHealthCommand, createDoctorCommand],
  ...[createKeysCommand, createAccountsCommand, createGroupsCommand, createModelsCommand],
  ...[createPricesCommand, createUsageCommand, createLogsCommand, createLedgerCommand],
  ...[createConfigCommand, createBackupCommand, createMigrateCommand, createTokensCommand],
  ...[createConsoleCommand, createGenerateCommand, createEnvCommand, createRunCommand],
  ...[createChatCommand, createReencryptCommand, createConformanceCommand],
];

export function createCommands(): readonly CommandUnknownOpts[] {
  return factories.map((create) => create());
}
