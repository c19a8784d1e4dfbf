import type * as z from 'zod';
import { GatewayError } from '../../../canonical/error.ts';
import { findFault } from '../../../shared/request-error.ts';

/** Tells the caller which field of a request is wrong, in one sentence; the field in camel case. */
export function toRequestError(error: z.ZodError): GatewayError {
  const { param, fault, isMissing } = findFault(error);
  const place = param === '' ? 'The request body' : `Invalid value at '${param}': it`;
  return new GatewayError('invalid-request', `${place} ${fault}.`, {
    ...(param !== '' && { param }),
    reason: isMissing ? 'missing_field' : 'invalid_field',
  });
}
