/** The list of all migrations; used by `migrate.ts`. */
import type { Migration } from 'kysely/migration';
import { firstTables } from './0001-first-tables.ts';
import { responses } from './0002-responses.ts';
import { money } from './0003-money.ts';
import { accountsAndAdministration } from './0004-accounts-and-administration.ts';
import { attempts } from './0005-attempts.ts';
import { sessionsAndUsers } from './0006-sessions-and-users.ts';
import { nanoUsd } from './0007-nano-usd.ts';
import { cost } from './0008-cost.ts';
import { requestsAhead } from './0009-requests-ahead.ts';
import { attemptSums } from './0010-attempt-sums.ts';
import { backgroundResponses } from './0011-background-responses.ts';
import { shorterIndexes } from './0012-shorter-indexes.ts';
import { keysByCreation } from './0013-keys-by-creation.ts';
import { conversationLengths } from './0014-conversation-lengths.ts';
import { responseLengths } from './0015-response-lengths.ts';

/**
 * Every change of the schema, in the order of its name. Migrations only go forward, and a released one is
 * never changed.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first-tables': firstTables,
  '0002-responses': responses,
  '0003-money': money,
  '0004-accounts-and-administration': accountsAndAdministration,
  '0005-attempts': attempts,
  '0006-sessions-and-users': sessionsAndUsers,
  '0007-nano-usd': nanoUsd,
  '0008-cost': cost,
  '0009-requests-ahead': requestsAhead,
  '0010-attempt-sums': attemptSums,
  '0011-background-responses': backgroundResponses,
  '0012-shorter-indexes': shorterIndexes,
  '0013-keys-by-creation': keysByCreation,
  '0014-conversation-lengths': conversationLengths,
  '0015-response-lengths': responseLengths,
};
