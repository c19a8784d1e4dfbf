/** Keeps credentials of upstreams out of the log; wraps the logger of every gateway. */
import { createSecretRedactor, type Redact } from '@parley/protocol';
import { credentialsOf } from './upstream-secrets.ts';
import type { Logger } from '../../ports.ts';
import type { Snapshot } from '../../models/routing/snapshot.ts';

/** Maximum number of causes in a chain, which may be circular. */
const longestChain = 8;

/**
 * Redacts the cause of every log entry that has one, because some hosts quote a header or a response in
 * their errors. All other fields are already redacted or created by core.
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
  const debug: Logger['debug'] = (message, fields) => redacted('debug', message, fields);
  const { isWritten } = log;
  return Object.assign(redacted, {
    ...(isWritten && { isWritten }),
    ...(log.debug && { debug }),
  });
}

function redactCause(cause: unknown, redact: Redact, depth: number): unknown {
  if (typeof cause === 'string') return redact(cause);
  // Values that are not errors are left out, because they may contain anything.
  if (!(cause instanceof Error) || depth >= longestChain) return undefined;
  const clean = new Error(redact(cause.message), {
    cause: redactCause(cause.cause, redact, depth + 1),
  });
  clean.name = cause.name;
  clean.stack = redact(cause.stack ?? '');
  return 'code' in cause ? Object.assign(clean, { code: cause.code }) : clean;
}
