import { redactSecrets } from '@parley/host';

/** What a check found out. */
export interface Finding {
  /** What was looked at, such as `database`. */
  readonly check: string;
  readonly state: 'good' | 'warning' | 'bad';
  /** A sentence, or several; no secret is in it. */
  readonly message: string;
}

type Outcome = Omit<Finding, 'check'>;

/** Runs a check; a failure becomes a bad finding. */
export async function examine(
  check: string,
  look: () => Promise<Outcome> | Outcome,
): Promise<Finding> {
  try {
    return { check, ...(await look()) };
  } catch (error) {
    return describeFailure(check, error);
  }
}

/** Runs several checks; when they cannot be run, that is a bad finding of the given name. */
export async function examineAll(
  check: string,
  look: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    return [describeFailure(check, error)];
  }
}

function describeFailure(check: string, error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  return { check, state: 'bad', message: redactSecrets(message) };
}
