/** Finds environment variables that are misspelled names of settings, which would otherwise be ignored silently. */
import { findNearestNames, type Logger } from '@parley/core';
import type { Environment } from '../configuration/substitution.ts';

const prefix = 'PARLEY_';

/** The settings of a gateway, without the prefix: those that docs/configuration.md lists. */
const settings: readonly string[] = [
  ...['HOST', 'PORT', 'CONFIG', 'DATA', 'LOG_LEVEL', 'LOG_FORMAT', 'DRAIN', 'GRACE', 'WORKERS'],
  ...['CONFIG_YAML', 'ADMIN_TOKEN', 'SECRET_KEY', 'DATABASE_URL', 'REDIS_URL', 'STORE'],
];

/** Kubernetes sets such variables in every container of a namespace with a service named `parley`. */
const ofKubernetes = /^(?:SERVICE|PORT)_/;

/** A variable that Parley does not read, and the one that it resembles. */
export interface MisspelledVariable {
  readonly name: string;
  readonly nearest: string;
}

/** The variables whose names resemble that of a setting, or begin with it, such as `PARLEY_DATA_DIR`. */
export function findMisspelledVariables(environment: Environment): readonly MisspelledVariable[] {
  return Object.keys(environment).flatMap((name) => {
    const rest = name.slice(prefix.length);
    const isSetting = settings.includes(rest) || rest === 'KEY' || rest === 'URL';
    if (!name.startsWith(prefix) || isSetting || ofKubernetes.test(rest)) return [];
    const begun = settings.find((setting) => rest.startsWith(`${setting}_`));
    const [nearest = begun] = findNearestNames(rest, settings, 1);
    return nearest === undefined ? [] : { name, nearest: `${prefix}${nearest}` };
  });
}

/** Writes a warning for each of them to the log, at the start of a gateway. */
export function warnOfMisspelledVariables(environment: Environment, log: Logger): void {
  for (const { name, nearest } of findMisspelledVariables(environment)) {
    log('warn', `${name} is no setting of Parley. Did you mean ${nearest}?`);
  }
}
