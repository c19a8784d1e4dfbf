/** Errors of the gateway, as the pages show them. */

/** An error response of the gateway. */
export class ApiError extends Error {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: string | null;
  /** The path of the wrong field, such as `limits.quota.amount`. */
  readonly param: string | null;
  readonly requestId: string | null;

  constructor(
    message: string,
    facts: Pick<ApiError, 'status' | 'code' | 'param' | 'requestId'>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ApiError';
    this.status = facts.status;
    this.code = facts.code;
    this.param = facts.param;
    this.requestId = facts.requestId;
  }
}

/** The error of a request without a response. */
export function createUnreachableError(cause: unknown): ApiError {
  return new ApiError('', { status: 0, code: null, param: null, requestId: null }, { cause });
}

const sessionEnded = 'session_ended';

/** The error of a request that the session no longer authorized. The pages ask for a new one before they show it. */
export function createSessionEndedError(): ApiError {
  return new ApiError('', { status: 401, code: sessionEnded, param: null, requestId: null });
}

export function isSessionEnded(error: ApiError): boolean {
  return error.code === sessionEnded;
}

interface ErrorBody {
  readonly error?: {
    readonly message?: unknown;
    readonly code?: unknown;
    readonly param?: unknown;
  };
  readonly request_id?: unknown;
}

/** Reads an error response; one that is not in the gateway's format keeps only its status. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body = await response
    .clone()
    .json()
    .then((value: unknown) => (isRecord(value) ? (value as ErrorBody) : {}))
    .catch((): ErrorBody => ({}));
  const { message, code, param } = isRecord(body.error) ? body.error : {};
  return new ApiError(textOf(message) ?? `HTTP ${response.status}`, {
    status: response.status,
    code: textOf(code),
    param: textOf(param),
    requestId: textOf(body.request_id) ?? response.headers.get('x-request-id'),
  });
}

/** The message of an error, without the path of its field, which some begin with. */
export function adviceOf({ message, param }: Pick<ApiError, 'message' | 'param'>): string {
  const beginning = `${param ?? ''}: `;
  return message.startsWith(beginning) ? message.slice(beginning.length) : message;
}

/** Whether an error names this field or a field inside it. */
export function isAt(error: unknown, field: string): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.param === field || error.param?.startsWith(`${field}.`) === true;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
