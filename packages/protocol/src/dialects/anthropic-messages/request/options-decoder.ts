import type { Sampling } from '../../../canonical/request.ts';
import type { RequestInput } from './schema.ts';

export function decodeSampling(body: RequestInput): Sampling {
  return {
    ...(typeof body.temperature === 'number' && { temperature: body.temperature }),
    ...(typeof body.top_p === 'number' && { topP: body.top_p }),
    ...(typeof body.top_k === 'number' && { topK: body.top_k }),
  };
}
