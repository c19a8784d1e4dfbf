/** The failures of model services, with each vendor's own error texts; used by the failure trials. */
import {
  answerWith,
  countFrames,
  errorEvent,
  failWith,
  truncate,
  type Answer,
  type AnswerScript,
  type Dialect,
  type HttpErrorDescription,
} from '@parley/testkit';

/** One kind of failure of a model service. */
export interface Failure {
  readonly name: string;
  /** Whether a later try can succeed. */
  readonly isCurable: boolean;
  /** The response in the format of each request. */
  readonly script: AnswerScript;
}

type StatedError = HttpErrorDescription & { readonly status: number };
type ByDialect = Readonly<Record<Dialect, StatedError>>;

/** Both of OpenAI's formats have the same errors. */
function byVendor(openai: StatedError, anthropic: StatedError, google: StatedError): ByDialect {
  return {
    'openai-chat': openai,
    'openai-responses': openai,
    'anthropic-messages': anthropic,
    'gemini-generate': google,
  };
}

/** @see https://platform.openai.com/docs/guides/error-codes, https://docs.anthropic.com/en/api/errors, https://ai.google.dev/gemini-api/docs/troubleshooting */
const refusedCredential = byVendor(
  {
    status: 401,
    message: 'Incorrect API key provided: upstream****al-1.',
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  },
  { status: 401, message: 'invalid x-api-key', type: 'authentication_error' },
  {
    status: 400,
    message: 'API key not valid. Please pass a valid API key.',
    code: 'API_KEY_INVALID',
  },
);

const emptyAccount = byVendor(
  {
    status: 429,
    message: 'You exceeded your current quota, please check your plan and billing details.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  },
  {
    status: 400,
    message:
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    type: 'invalid_request_error',
  },
  {
    status: 429,
    message:
      'Your prepayment credits are depleted. Please go to AI Studio to manage your project and billing.',
  },
);

const rateLimit = byVendor(
  {
    status: 429,
    message: 'Rate limit reached for requests. Please try again in 2s.',
    type: 'requests',
    code: 'rate_limit_exceeded',
    retryAfterSeconds: 2,
  },
  {
    status: 429,
    message: 'This request would exceed the rate limit of your organization.',
    type: 'rate_limit_error',
    retryAfterSeconds: 2,
  },
  {
    status: 429,
    message: 'Resource has been exhausted (e.g. check quota). Please retry in 2s.',
    retryAfterSeconds: 2,
  },
);

const overload = byVendor(
  {
    status: 503,
    message: 'The server is currently overloaded with other requests. Sorry about that!',
    type: 'server_error',
    code: 'server_is_overloaded',
  },
  { status: 529, message: 'Overloaded', type: 'overloaded_error' },
  { status: 503, message: 'The model is overloaded. Please try again later.' },
);

const fullContext = byVendor(
  {
    status: 400,
    message: 'Your input exceeds the context window of this model. Please adjust your input.',
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
    param: 'input',
  },
  {
    status: 400,
    message: 'prompt is too long: 214315 tokens > 200000 maximum',
    type: 'invalid_request_error',
  },
  {
    status: 400,
    message:
      'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
  },
);

function answerError(errors: ByDialect): AnswerScript {
  return (request) => {
    const { status, ...error } = errors[request.dialect];
    return failWith(status, error)(request);
  };
}

const begin = answerWith({ text: ['I ', 'write ', 'the ', 'file ', 'now.'] });
const half = (answer: Answer): number => Math.ceil(countFrames(answer) / 2);

/** Resets the connection in the middle of a reply. */
const breakOff: AnswerScript = (request) => {
  const answer = begin(request);
  return request.stream
    ? truncate(answer, { frames: half(answer), by: 'reset' })
    : truncate(answer, { frames: 0, bytes: 20, by: 'reset' });
};

/** Reports an error in the middle of a stream. */
const reportOverload: AnswerScript = (request) => {
  if (!request.stream) return answerError(overload)(request);
  const answer = begin(request);
  const { dialect } = request;
  return errorEvent(answer, { ...overload[dialect], dialect, after: half(answer) });
};

/** All failures, in the order of the table. */
export const failures: readonly Failure[] = [
  { name: 'credential', isCurable: false, script: answerError(refusedCredential) },
  { name: 'account', isCurable: false, script: answerError(emptyAccount) },
  { name: 'context', isCurable: false, script: answerError(fullContext) },
  { name: 'rate', isCurable: true, script: answerError(rateLimit) },
  { name: 'overload', isCurable: true, script: answerError(overload) },
  { name: 'broken', isCurable: true, script: breakOff },
  { name: 'reported', isCurable: true, script: reportOverload },
];
