// Validation errors of requests, in the terms of OpenAI's formats.
import type * as z from 'zod/mini';
import { GatewayError } from '../../canonical/error.ts';
import { findFault } from '../request-error.ts';

/** Reports the invalid field of a request to the client, in one sentence and in the vendor's terms. */
export function toRequestError(error: z.core.$ZodError): GatewayError {
  const { param, fault, isMissing } = findFault(error);
  const subject = param === '' ? 'The request body' : `The field '${param}'`;
  return new GatewayError('invalid-request', `${subject} ${fault}.`, {
    ...(param !== '' && { param }),
    reason: isMissing ? 'missing_required_parameter' : 'invalid_value',
  });
}
