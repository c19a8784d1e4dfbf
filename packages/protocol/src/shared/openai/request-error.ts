// Faults of a request, named as the formats of OpenAI name its fields.
import type * as z from 'zod';
import { GatewayError } from '../../canonical/error.ts';
import { findFault } from '../request-error.ts';

/** Says which field of a request is wrong, in one sentence and in the vendor's terms. */
export function toRequestError(error: z.ZodError): GatewayError {
  const { param, fault, isMissing } = findFault(error);
  const subject = param === '' ? 'The request body' : `The field '${param}'`;
  return new GatewayError('invalid-request', `${subject} ${fault}.`, {
    ...(param !== '' && { param }),
    reason: isMissing ? 'missing_required_parameter' : 'invalid_value',
  });
}
