/** `parley doctor`: runs every check and reports what keeps Parley from working. */
import { dirname } from 'node:path';
import { escapeLines } from '@parley/host';
import { findTraces } from '@parley/host/disk';
import { createJsonCommand, hostOption, portOption } from '../command.ts';
import { exitCodes } from '../failure.ts';
import { chooseAddress } from '../options.ts';
import { writeJson } from '../output.ts';
import {
  chooseEnvironment,
  findMissingStore,
  withEmptySession,
  withExistingSession,
  type Session,
  type SessionOptions,
} from '../session.ts';
import {
  checkAdminTokens,
  checkCollector,
  checkConfiguration,
  checkDatabase,
  checkDataFolder,
  checkLedgerTotals,
  checkPort,
  checkProxies,
  checkRates,
  checkRuntime,
  checkStoredConfiguration,
  checkUpstreams,
  checkWebhooks,
  describeMissingStore,
  describeStoreFailure,
  type Finding,
} from './doctor-checks.ts';
import { checkClock } from './doctor-clock.ts';

const marks = { good: '✓', warning: '–', bad: '✗' } as const;

export const createDoctorCommand = () =>
  createJsonCommand('doctor', {
    summary: 'Check for everything that could keep Parley from working',
    examples: ['parley doctor', 'parley doctor --port 9000 --json'],
  })
    .addOption(hostOption)
    .addOption(portOption)
    .action(async (options) => {
      const environment = chooseEnvironment(options);
      const configuration = await checkConfiguration(options);
      const findings = [
        checkRuntime(),
        await checkProxies(environment),
        await checkPort(chooseAddress(options, environment)),
        await checkDataFolder(environment),
        configuration,
        ...(configuration.state === 'bad' ? [] : await checkInside(options)),
      ];
      if (findings.some(({ state }) => state === 'bad')) process.exitCode = exitCodes.failed;
      if (options.json) writeJson(findings);
      else findings.forEach(writeFinding);
    });

/** The checks that need a valid configuration. They create no store and upgrade none. */
async function checkInside(options: SessionOptions): Promise<readonly Finding[]> {
  try {
    const missing = findMissingStore(options);
    if (missing !== undefined) {
      const finding = describeMissingStore(missing, findTraces(dirname(missing)));
      return await checkWithoutStore(options, finding);
    }
    return await withExistingSession(options, async (session) => [
      await checkDatabase(session),
      ...(await checkClock(session)),
      await checkLedgerTotals(session),
      await checkAdminTokens(session),
      ...(await checkStoredConfiguration(session)),
      ...(await checkServers(session)),
    ]);
  } catch (error) {
    return checkWithoutStore(options, describeStoreFailure(error));
  }
}

async function checkWithoutStore(
  options: SessionOptions,
  database: Finding,
): Promise<readonly Finding[]> {
  return [database, ...(await withEmptySession(options, checkServers))];
}

/** The checks of what Parley calls. */
async function checkServers(session: Session): Promise<readonly Finding[]> {
  return [
    ...(await checkRates(session)),
    ...(await checkUpstreams(session)),
    ...(await checkCollector(session)),
    ...(await checkWebhooks(session)),
  ];
}

function writeFinding({ check, state, message }: Finding): void {
  const indented = escapeLines(message).replaceAll('\n', `\n${' '.repeat(21)}`);
  process.stdout.write(`${marks[state]} ${check.padEnd(18)} ${indented}\n`);
}
