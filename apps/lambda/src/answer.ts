/** Gives a web response to Lambda: piece by piece, or whole. */
import type {
  HttpEvent,
  LambdaRuntime,
  ResponseHead,
  ResponseStream,
  WholeResult,
} from './platform.ts';
import { createRefusal } from './refusal.ts';

const mebibyte = 1024 * 1024;

/**
 * Writes an answer as fast as its reader takes it, up to its end. An abort ends it early.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/config-rs-write-functions.html
 */
export async function writeStream(
  runtime: Pick<LambdaRuntime, 'HttpResponseStream'>,
  { response, stream }: { readonly response: Response; readonly stream: ResponseStream },
  signal: AbortSignal,
): Promise<void> {
  const opened = runtime.HttpResponseStream.from(stream, describeHead(response));
  // The head goes out with the first piece, and an answer without a body has none.
  opened.write('');
  await readBody(response.body, signal, async (chunk) => {
    if (!opened.write(chunk)) await whenWritable(opened, signal);
    return !opened.destroyed;
  });
}

function describeHead({ status, headers }: Response): ResponseHead {
  const fields = Object.fromEntries([...headers].filter(([name]) => name !== 'set-cookie'));
  return { statusCode: status, headers: fields, cookies: headers.getSetCookie() };
}

/** Resolves also when nothing can be written any more, so that nobody waits for ever. */
function whenWritable(stream: ResponseStream, signal: AbortSignal): Promise<void> {
  if (stream.destroyed || signal.aborted) return Promise.resolve();
  const events = ['drain', 'error', 'close'] as const;
  return new Promise((resolve) => {
    const goOn = () => {
      signal.removeEventListener('abort', goOn);
      for (const event of events) stream.off(event, goOn);
      resolve();
    };
    signal.addEventListener('abort', goOn);
    for (const event of events) stream.once(event, goOn);
  });
}

/** Hands on each chunk until one is not wanted; then, and at an abort, the body is cancelled. */
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

/** Bytes of a whole answer at most, as Lambda and a balancer count them: with its JSON around it. */
const wholeBytes = 6 * mebibyte;
const balancerBytes = mebibyte;

/** Collects an answer. One that is larger than the platform takes becomes an error. */
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

/** What is no HTTP request is answered as well, and may have anything in it. */
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

/** What is neither text nor JSON, or is compressed, must not be read as UTF-8. */
function isText(headers: Headers): boolean {
  const type = headers.get('content-type') ?? '';
  return !headers.has('content-encoding') && /^text\/|[/+]json\b/i.test(type);
}
