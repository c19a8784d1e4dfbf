/** Calls a gateway for the money tests. */

/** The result of one call. */
export interface Call {
  readonly status: number;
  /** The id of the exchange at the gateway; empty without a response. */
  readonly requestId: string;
  /** True when the whole response arrived: a body, or a stream with its end mark. */
  readonly complete: boolean;
  readonly reason?: string;
}

export interface CallOptions {
  /** The call name; `up/model` by default. */
  readonly model?: string;
  readonly stream?: boolean;
  readonly maxTokens?: number;
  /** Whether the model may search, which reserves five searches. */
  readonly searches?: boolean;
  readonly signal?: AbortSignal;
}

/** Sends one short request to one gateway. A broken connection has the status 0. */
export async function ask(
  url: string,
  secret: string,
  {
    model = 'up/model',
    stream = false,
    maxTokens = 20,
    searches = false,
    signal,
  }: CallOptions = {},
): Promise<Call> {
  const body = {
    model,
    stream,
    max_tokens: maxTokens,
    ...(searches && { web_search_options: {} }),
    messages: [{ role: 'user', content: 'Say something.' }],
  };
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
    return read(response, await response.text(), stream);
  } catch {
    return { status: 0, requestId: '', complete: false };
  }
}

function read(response: Response, text: string, stream: boolean): Call {
  const requestId = response.headers.get('x-request-id') ?? '';
  const { status, ok } = response;
  if (!ok)
    return { status, requestId, complete: false, reason: /"code":"([^"]+)"/.exec(text)?.[1] ?? '' };
  return { status, requestId, complete: stream ? text.includes('data: [DONE]') : true };
}
