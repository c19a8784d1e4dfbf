/** Error responses of the entry itself, which clients of every dialect can read. */
import { createExchangeId } from '@parley/core/extension';

const refusals = {
  'not-http': {
    status: 400,
    type: 'invalid_request_error',
    message: 'Call this function by its Function URL, API Gateway or a load balancer.',
  },
  'not-started': {
    status: 503,
    type: 'api_error',
    message: 'The gateway could not start; its log says why.',
  },
  'answer-too-large': {
    status: 502,
    type: 'api_error',
    message:
      'The response is too large to be returned whole. Call the Function URL, which streams.',
  },
} as const;

export function createRefusal(refusal: keyof typeof refusals): Response {
  const { status, type, message } = refusals[refusal];
  const code = refusal.replaceAll('-', '_');
  const error = { type, message, param: null, code };
  const id = createExchangeId(Date.now());
  const headers = {
    'cache-control': 'no-store',
    'x-request-id': id,
    'x-should-retry': String(refusal === 'not-started'),
  };
  return Response.json({ type: 'error', error, request_id: id }, { status, headers });
}
