/** The demo models and their behaviour. */
import { type CanonicalRequest, GatewayError } from '@parley/protocol';
import { type Answer, callTools, echo, fill, recite, think } from './answers.ts';

/** The behaviour of a demo model. */
export interface DemoModel {
  readonly answer: (request: CanonicalRequest) => Answer;
  /** Milliseconds before the response head; 0 when absent. */
  readonly headDelayMs?: number;
  /** Milliseconds before each piece of a stream; 0 when absent. */
  readonly pieceDelayMs?: number;
  /** Rejects every request with this HTTP status and error. */
  readonly refusal?: { readonly status: number; readonly error: GatewayError };
  /** True for the embeddings model, which rejects all other requests. */
  readonly embeds?: true;
  /** How the response ends in the middle: with an error event, or with a closed connection. */
  readonly breakOff?: 'error' | 'cut';
}

function refusing(status: number, error: GatewayError): DemoModel {
  return { answer: recite, refusal: { status, error } };
}

/** Every demo model by its name. */
export const demoModels: ReadonlyMap<string, DemoModel> = new Map<string, DemoModel>([
  ['echo', { answer: echo }],
  ['lorem', { answer: recite, pieceDelayMs: 20 }],
  ['tools', { answer: callTools }],
  ['thinking', { answer: think }],
  ['json', { answer: fill }],
  [
    'embed',
    {
      ...refusing(400, new GatewayError('invalid-request', 'This model only makes embeddings.')),
      embeds: true,
    },
  ],
  ['slow', { answer: recite, headDelayMs: 3_000 }],
  [
    'error-400',
    refusing(400, new GatewayError('invalid-request', 'This model refuses everything.')),
  ],
  [
    'error-429',
    refusing(
      429,
      new GatewayError('rate-limited', 'This model is always busy.', { retryAfter: 2 }),
    ),
  ],
  ['error-500', refusing(500, new GatewayError('internal', 'This model always fails.'))],
  ['error-529', refusing(529, new GatewayError('overloaded', 'This model is always overloaded.'))],
  ['error-midstream', { answer: recite, breakOff: 'error' }],
  ['cut-midstream', { answer: recite, breakOff: 'cut' }],
]);

/** The names of all models, in the order of the model list. */
export const demoModelNames: readonly string[] = [...demoModels.keys()];
