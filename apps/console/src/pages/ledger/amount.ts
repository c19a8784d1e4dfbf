/** Checks an amount before it is sent, by the rules of the gateway. */
import { readNanoUsd } from '../../money/nano-usd.ts';

export type AmountFault = 'badAmount' | 'notPositive' | 'isZero';

export function checkAmount(text: string, kind: 'top-up' | 'adjustment'): AmountFault | undefined {
  const nanoUsd = readNanoUsd(text);
  if (nanoUsd === undefined) return 'badAmount';
  if (kind === 'top-up' && nanoUsd <= 0n) return 'notPositive';
  return nanoUsd === 0n ? 'isZero' : undefined;
}
