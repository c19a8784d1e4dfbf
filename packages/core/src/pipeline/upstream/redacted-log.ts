/** The log as core writes it: causes of failures without the credentials of upstreams. */
import { createSecretRedactor, type Redact } from '@parley/protocol';
import { credentialsOf } from './upstream-secrets.ts';
import type { Logger } from '../../ports.ts';
import type { Snapshot } from '../../models/routing/snapshot.ts';

/** Longer chains of causes are cut off; one may lead back to its beginning. */
const longestChain = 8;

/**
 * Redacts the cause of every entry that has one: some hosts quote a header, or an answer, in the
 * errors they throw. All other fields are made of what the gate has let pass, or of our own words.
 */
export function redactCauses(log: Logger, snapshot: () => Snapshot): Logger {
  const redactors = new WeakMap<Snapshot, Redact>();
  const redactorOf = (current: Snapshot): Redact => {
    const known = redactors.get(current);
    if (known !== undefined) return known;
    const redact = createSecretRedactor(credentialsOf(current.upstreams.values()));
    redactors.set(current, redact);
    return redact;
  };
  const redacted: Logger = (level, message, fields) => {
    if (fields?.['cause'] === undefined) log(level, message, fields);
    else {
      const cause = redactCause(fields['cause'], redactorOf(snapshot()), 0);
      log(level, message, { ...fields, cause });
    }
  };
  if (log.debug === undefined) return redacted;
  const debug: Logger['debug'] = (message, fields) => redacted('debug', message, fields);
  return Object.assign(redacted, { debug });
}

function redactCause(cause: unknown, redact: Redact, depth: number): unknown {
  if (typeof cause === 'string') return redact(cause);
  // Nothing throws other values; what they hold is not known.
  if (!(cause instanceof Error) || depth >= longestChain) return undefined;
  const clean = new Error(redact(cause.message), {
    cause: redactCause(cause.cause, redact, depth + 1),
  });
  clean.name = cause.name;
  clean.stack = redact(cause.stack ?? '');
  return 'code' in cause ? Object.assign(clean, { code: cause.code }) : clean;
}
