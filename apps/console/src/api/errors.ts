/** An error answer of the gateway, as the pages show it. */
export class ApiError extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: string | null;
  /** The field that is wrong, such as `limits.quota.amount`. */
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

interface ErrorBody {
  readonly error?: {
    readonly message?: unknown;
    readonly code?: unknown;
    readonly param?: unknown;
  };
  readonly request_id?: unknown;
}

/** Reads any failed answer; one that is not the gateway's own keeps its status at least. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
