/** Says in the record of an exchange which counts of its upstream were corrected; used by the stage `settle`. */
import type { Note, Usage } from '@parley/protocol';

/** Returns the notes on corrected counts. */
export function noteCorrections(usage: Usage | undefined): Note[] {
  return (usage?.corrections ?? []).map((correction) => ({
    path: 'usage',
    action: 'corrected',
    reason: `The counts of the upstream do not add up: ${correction}.`,
  }));
}
