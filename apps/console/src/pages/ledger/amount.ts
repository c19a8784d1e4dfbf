/** Checks an amount before it is sent, by the rules of the gateway. */
import { readNanos } from '../../money/nanos.ts';

export type AmountFault = 'badAmount' | 'notPositive' | 'isZero';

export function checkAmount(text: string, kind: 'top-up' | 'adjustment'): AmountFault | undefined {
  const nanos = readNanos(text);
  if (nanos === undefined) return 'badAmount';
  if (kind === 'top-up' && nanos <= 0n) return 'notPositive';
  return nanos === 0n ? 'isZero' : undefined;
}
