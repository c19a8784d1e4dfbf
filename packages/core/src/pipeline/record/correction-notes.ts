/** Says in the record of an exchange which counts of its upstream were not charged as reported; used by `settle`. */
import { inputTotal, outputTotal, type Note, type Usage } from '@parley/protocol';

/** Returns the notes on corrected counts. */
export function noteCorrections(usage: Usage | undefined): Note[] {
  return (usage?.corrections ?? []).map((correction) => ({
    path: 'usage',
    action: 'corrected',
    reason: `The counts of the upstream do not add up: ${correction}.`,
  }));
}

/**
 * Returns the note on tokens that are not charged, because they are more than was reserved.
 * @param reported absent where everything is charged
 */
export function noteExcess(charged: Usage | undefined, reported: Usage | undefined): Note[] {
  if (charged === undefined || reported === undefined) return [];
  const prompt = inputTotal(reported);
  const output = outputTotal(reported);
  const counts = [
    ...(prompt > inputTotal(charged) ? [`${String(prompt)} prompt tokens`] : []),
    ...(output > outputTotal(charged) ? [`${String(output)} output tokens`] : []),
  ];
  if (counts.length === 0) return [];
  const reason = `The upstream reports more than was reserved, and the rest is not charged: ${counts.join(' and ')}.`;
  return [{ path: 'usage', action: 'corrected', reason }];
}
