import { checkConfiguration } from './doctor/configuration.ts';
import { examineAll, type Finding } from './doctor/finding.ts';
import { checkProxies, checkRuntime } from './doctor/machine.ts';
import { checkPort } from './doctor/port.ts';
import { checkDatabase, checkMoney, checkTokens } from './doctor/store.ts';
import { checkUpstreams } from './doctor/upstreams.ts';
import { defineParley } from '../definition.ts';
import { exitCodes } from '../failure.ts';
import { addressOptions, chooseAddress, commonOptions, jsonOption } from '../options.ts';
import { writeJson } from '../output.ts';
import { chooseEnvironment, withSession, type SessionOptions } from '../session.ts';

const marks = { good: '✓', warning: '–', bad: '✗' } as const;

export const doctor = defineParley({
  summary: 'Look for whatever could keep Parley from working',
  options: { ...commonOptions, ...addressOptions, ...jsonOption },
  examples: ['parley doctor', 'parley doctor --port 9000 --json'],
  async run(args) {
    const environment = chooseEnvironment(args);
    const configuration = await checkConfiguration(args);
    const findings = [
      checkRuntime(),
      checkProxies(environment),
      await checkPort(chooseAddress(args, environment)),
      configuration,
      ...(configuration.state === 'bad' ? [] : await checkInside(args)),
    ];
    if (findings.some(({ state }) => state === 'bad')) process.exitCode = exitCodes.failed;
    if (args.json) writeJson(findings);
    else findings.forEach(writeFinding);
  },
});

/** What can only be looked at with a configuration that holds. */
function checkInside(options: SessionOptions): Promise<readonly Finding[]> {
  return examineAll('database', () =>
    withSession(options, async (session) => [
      await checkDatabase(session),
      await checkMoney(session),
      await checkTokens(session),
      ...(await checkUpstreams(session)),
    ]),
  );
}

function writeFinding({ check, state, message }: Finding): void {
  const indented = message.replaceAll('\n', `\n${' '.repeat(21)}`);
  process.stdout.write(`${marks[state]} ${check.padEnd(18)} ${indented}\n`);
}
