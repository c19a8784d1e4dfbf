/** Converts a Lambda event to a web request. */
import { readHop } from '@parley/core/extension';
import type { HttpEvent, ProxyEvent, UrlEvent } from './platform.ts';

export interface IncomingRequest {
  readonly request: Request;
  /** The IP address of the client, as the platform reports it. */
  readonly address: string | undefined;
}

/**
 * @param signal aborts the request
 * @throws TypeError when the event is not an HTTP request
 */
export function readEvent(event: HttpEvent, signal: AbortSignal): IncomingRequest {
  return 'rawPath' in event ? readUrlEvent(event, signal) : readProxyEvent(event, signal);
}

function readUrlEvent(event: UrlEvent, signal: AbortSignal): IncomingRequest {
  const { rawPath, rawQueryString, requestContext, cookies = [] } = event;
  const { method, sourceIp } = requestContext.http;
  const headers = readHeaders(event.headers);
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
  const url = createUrl(requestContext.domainName, rawPath, rawQueryString);
  return { request: createRequest(url, { method, headers, signal }, event), address: sourceIp };
}

function readProxyEvent(event: ProxyEvent, signal: AbortSignal): IncomingRequest {
  const { httpMethod: method, path, requestContext } = event;
  const headers = readHeaders(event.multiValueHeaders ?? event.headers);
  const url = createUrl(requestContext.domainName, path, writeQuery(event));
  const address = requestContext.elb ? readForwarded(headers) : requestContext.identity?.sourceIp;
  return { request: createRequest(url, { method, headers, signal }, event), address };
}

/**
 * The address that a load balancer has appended to the list, as it does unless its attribute
 * `routing.http.xff_header_processing.mode` is changed; with `routing.http.xff_client_port.enabled` it adds the port.
 * @see https://docs.aws.amazon.com/elasticloadbalancing/latest/application/x-forwarded-headers.html
 */
function readForwarded(headers: Headers): string | undefined {
  const last = headers.get('x-forwarded-for')?.split(',').at(-1);
  return last === undefined ? undefined : readHop(last);
}

type AnyFields = Readonly<Record<string, string | readonly string[] | undefined>>;

function readHeaders(fields: AnyFields | null | undefined): Headers {
  const headers = new Headers();
  for (const [name, value] of listPairs(fields ?? {})) headers.append(name, value);
  return headers;
}

/** Each name with each of its values. */
function listPairs(fields: AnyFields): readonly (readonly [name: string, value: string])[] {
  return Object.entries(fields).flatMap(([name, values = []]) =>
    (typeof values === 'string' ? [values] : values).map((value) => [name, value] as const),
  );
}

/** Encodes `?` and `#`, which the platform may have decoded in the path. */
function createUrl(domain: string | undefined, path: string, query: string): string {
  const plain = path.replaceAll(/[?#]/g, encodeURIComponent);
  return `https://${domain ?? 'localhost'}${plain}${query === '' ? '' : `?${query}`}`;
}

/** A load balancer does not decode names and values; API Gateway does. */
function writeQuery(event: ProxyEvent): string {
  const fields = event.multiValueQueryStringParameters ?? event.queryStringParameters ?? {};
  const encode = event.requestContext.elb ? (text: string) => text : encodeURIComponent;
  return listPairs(fields)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}

function createRequest(
  url: string,
  init: RequestInit,
  { body, isBase64Encoded }: Pick<HttpEvent, 'body' | 'isBase64Encoded'>,
): Request {
  if (!body || init.method === 'GET' || init.method === 'HEAD') return new Request(url, init);
  // A string as body would add a content type that the client did not send.
  return new Request(url, {
    ...init,
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  });
}
