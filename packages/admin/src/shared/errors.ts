/** The errors that functions of this package throw; HTTP and command lines show them unchanged. */
import { GatewayError } from '@parley/protocol';
import { StoreConflictError, StoreReferenceError } from '@parley/core/store';

export function notFound(subject: string): GatewayError {
  return new GatewayError('not-found', `There is no such ${subject}.`, {
    reason: `${subject.replaceAll(' ', '_')}_not_found`,
  });
}

/** @param param the path of the wrong field, such as `limits.quota.amount` */
export function invalid(message: string, param: string): GatewayError {
  return new GatewayError('invalid-request', message, { param });
}

/** The request is valid, but the current state of something else forbids it. */
export function conflict(message: string, reason = 'conflict'): GatewayError {
  return new GatewayError('invalid-request', message, { reason });
}

/** Runs an operation on the store and turns its constraint errors into errors for the operator. */
export async function translateStoreErrors<Value>(run: () => Promise<Value>): Promise<Value> {
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
