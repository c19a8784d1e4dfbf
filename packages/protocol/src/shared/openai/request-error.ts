// Faults of a request, named as the formats of OpenAI name its fields.
import type * as z from 'zod/mini';
import { GatewayError } from '../../canonical/error.ts';
import { findFault } from '../request-error.ts';

/** Tells the caller which field of a request is wrong, in one sentence and in the vendor's words. */
export function toRequestError(error: z.core.$ZodError): GatewayError {
  const { param, fault, isMissing } = findFault(error);
  const subject = param === '' ? 'The request body' : `The field '${param}'`;
  return new GatewayError('invalid-request', `${subject} ${fault}.`, {
    ...(param !== '' && { param }),
    reason: isMissing ? 'missing_required_parameter' : 'invalid_value',
  });
}
