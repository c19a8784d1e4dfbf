/** Converts a web response to a Lambda result, streamed or whole. */
import type {
  HttpEvent,
  LambdaRuntime,
  ResponseHead,
  ResponseStream,
  WholeResult,
} from './platform.ts';
import { createRefusal } from './refusal.ts';

const mebibyte = 1024 * 1024;

/** The end of the time of a response. */
export interface TimeLimits {
  /** The response is being ended: what is left of it is written without waiting for the client. */
  readonly deadline: AbortSignal;
  /** What has not ended is cut off. */
  readonly cut: AbortSignal;
}

/**
 * Streams a response with backpressure.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/config-rs-write-functions.html
 */
export async function writeStream(
  runtime: Pick<LambdaRuntime, 'HttpResponseStream'>,
  { response, stream }: { readonly response: Response; readonly stream: ResponseStream },
  { deadline, cut }: TimeLimits,
): Promise<void> {
  const opened = runtime.HttpResponseStream.from(stream, describeHead(response));
  // The head is sent with the first write, which a response without a body would not have.
  opened.write('');
  await readBody(response.body, cut, async (chunk) => {
    if (!opened.write(chunk)) await whenWritable(opened, deadline);
    return !opened.destroyed;
  });
}

function describeHead({ status, headers }: Response): ResponseHead {
  const fields = Object.fromEntries([...headers].filter(([name]) => name !== 'set-cookie'));
  return { statusCode: status, headers: fields, cookies: headers.getSetCookie() };
}

/** Resolves when the stream is writable, closed or aborted. */
function whenWritable(stream: ResponseStream, signal: AbortSignal): Promise<void> {
  if (stream.destroyed || signal.aborted) return Promise.resolve();
  const events = ['drain', 'error', 'close'] as const;
  return new Promise((resolve) => {
    const finish = () => {
      signal.removeEventListener('abort', finish);
      for (const event of events) stream.off(event, finish);
      resolve();
    };
    signal.addEventListener('abort', finish);
    for (const event of events) stream.once(event, finish);
  });
}

/** Passes chunks to `take` until it returns false; then, and after an abort, cancels the body. */
async function readBody(
  body: Response['body'],
  signal: AbortSignal,
  take: (chunk: Uint8Array) => Promise<boolean> | boolean,
): Promise<void> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      if (!(await take(step.value))) break;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

/** Maximum bytes of a result for Lambda and for a load balancer, including its JSON. */
const wholeBytes = 6 * mebibyte;
const balancerBytes = mebibyte;

/** Collects a response. One that is larger than the limit of the platform becomes an error. */
export async function collectWhole(
  response: Response,
  event: HttpEvent,
  signal: AbortSignal,
): Promise<WholeResult> {
  const limit = isFromBalancer(event) ? balancerBytes : wholeBytes;
  const chunks: Uint8Array[] = [];
  let length = 0;
  await readBody(response.body, signal, (chunk) => {
    chunks.push(chunk);
    length += chunk.byteLength;
    return length <= limit;
  });
  const result = createResult(response, event, Buffer.concat(chunks));
  if (length <= limit && Buffer.byteLength(JSON.stringify(result)) <= limit) return result;
  const refusal = createRefusal('answer-too-large');
  return createResult(refusal, event, Buffer.from(await refusal.arrayBuffer()));
}

/** The event may be anything, because invalid events get a response too. */
function isFromBalancer(event: Partial<HttpEvent>): boolean {
  return event.requestContext !== undefined && 'elb' in event.requestContext;
}

function createResult(response: Response, event: HttpEvent, body: Buffer): WholeResult {
  const { statusCode, headers, cookies } = describeHead(response);
  const isBase64Encoded = !isText(response.headers);
  const content = { body: body.toString(isBase64Encoded ? 'base64' : 'utf8'), isBase64Encoded };
  if ('rawPath' in event) return { statusCode, headers, cookies, ...content };
  if (!event.multiValueHeaders) return { statusCode, headers, ...content };
  const fields = Object.entries(headers).map(([name, value]) => [name, [value]] as const);
  const multiValueHeaders = { ...Object.fromEntries(fields), 'set-cookie': cookies };
  return { statusCode, multiValueHeaders, ...content };
}

/** Whether the body can be decoded as UTF-8: uncompressed text or JSON. */
function isText(headers: Headers): boolean {
  const type = headers.get('content-type') ?? '';
  return !headers.has('content-encoding') && /^text\/|[/+]json\b/i.test(type);
}
