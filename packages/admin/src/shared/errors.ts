import { GatewayError } from '@parley/protocol';
import { StoreConflictError, StoreReferenceError } from '@parley/core/store';

export function notFound(subject: string): GatewayError {
  return new GatewayError('not-found', `There is no such ${subject}.`, {
    reason: `${subject.replaceAll(' ', '_')}_not_found`,
  });
}

export function invalid(message: string, param: string): GatewayError {
  return new GatewayError('invalid-request', message, { param });
}

/** Something stands in the way that another deed can take away. */
export function conflict(message: string, reason = 'conflict'): GatewayError {
  return new GatewayError('invalid-request', message, { reason });
}

/** Runs a deed, and tells what the store refused as what it means to its operator. */
export async function refusing<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof StoreConflictError) throw conflict(thrown.message);
    if (thrown instanceof StoreReferenceError) throw conflict(thrown.message, 'still_referred_to');
    if (thrown instanceof RangeError) {
      throw new GatewayError('invalid-request', thrown.message, { reason: 'out_of_range' });
    }
    throw thrown;
  }
}
