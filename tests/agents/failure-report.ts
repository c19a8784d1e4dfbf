/** The table of failure trials, and the trials that end worse with the gateway than without. */
import { stripVTControlCharacters } from 'node:util';
import type { Agent } from './agent.ts';
import { upstreamCredential } from './test-gateway.ts';
import type { FailureTrial } from './failure-trial.ts';

/** How an agent is set up, in a few words. */
export function nameSetup({ name, dialect, opensSocket }: Agent): string {
  return `${name} (${opensSocket === true ? 'WebSocket' : dialect})`;
}

/** One row of the table: the trial, what the agent did, and the last line of its output. */
export function describeTrial(trial: FailureTrial): string {
  const { agent, failure, span, route, calls, upstreamCalls, seconds, end, statuses } = trial;
  return [
    nameSetup(agent).padEnd(28),
    `${failure.name}, ${span}`.padEnd(19),
    route.padEnd(18),
    end.padEnd(8),
    `${calls} calls`.padEnd(9),
    `${upstreamCalls} upstream`.padEnd(12),
    `${seconds.toFixed(1)} s`.padEnd(8),
    [...new Set(statuses)].join(' ').padEnd(8),
    findShown(trial.output),
  ].join(' ');
}

/** The last line that mentions an error, or else the last line. */
function findShown(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const shown = lines.findLast((line) => /error|fail|refus|limit|overload/i.test(line));
  return (shown ?? lines.at(-1) ?? '').slice(0, 160);
}

/** The trials that end worse with the gateway than without it. */
export function compareTrials(direct: FailureTrial, through: FailureTrial): readonly string[] {
  const { failure, route } = through;
  const asksMore = !failure.isCurable && through.calls > direct.calls;
  const told = through.exchanges.map(({ answer }) => answer).join('\n') + through.output;
  return [
    ...(direct.end === 'done' && through.end !== 'done'
      ? [`over ${route} it does not recover`]
      : []),
    ...(direct.end !== 'went-on' && through.end === 'went-on'
      ? [`over ${route} it does not give up`]
      : []),
    ...(asksMore ? [`over ${route} it asks ${through.calls} times, not ${direct.calls}`] : []),
    ...(told.includes(upstreamCredential) ? [`over ${route} the credential is shown`] : []),
    ...(findShown(through.output) === '' ? [`over ${route} it shows nothing`] : []),
  ];
}
