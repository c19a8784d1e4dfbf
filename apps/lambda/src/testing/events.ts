/** Example events from the AWS documentation. */
import type { ProxyEvent, UrlEvent } from '../platform.ts';

/** @see https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html */
export function createUrlEvent(given: Partial<UrlEvent> = {}): UrlEvent {
  return {
    version: '2.0',
    rawPath: '/v1/models',
    rawQueryString: '',
    headers: {},
    requestContext: {
      domainName: 'abc.lambda-url.eu-central-1.on.aws',
      http: { method: 'GET', sourceIp: '192.0.2.1' },
    },
    isBase64Encoded: false,
    ...given,
  };
}

export function post(body: string, given: Partial<UrlEvent> = {}): UrlEvent {
  const requestContext = { http: { method: 'POST', sourceIp: '192.0.2.1' } };
  return createUrlEvent({ requestContext, body, ...given });
}

/** @see https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html */
export function createProxyEvent(given: Partial<ProxyEvent> = {}): ProxyEvent {
  return {
    httpMethod: 'GET',
    path: '/v1/models',
    headers: {},
    multiValueHeaders: {},
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    requestContext: { domainName: 'abc.example', identity: { sourceIp: '192.0.2.1' } },
    body: null,
    isBase64Encoded: false,
    ...given,
  };
}

/** @see https://docs.aws.amazon.com/elasticloadbalancing/latest/application/lambda-functions.html */
export function createBalancerEvent(given: Partial<ProxyEvent> = {}): ProxyEvent {
  const { httpMethod, path, headers, isBase64Encoded } = createProxyEvent();
  const requestContext = { elb: { targetGroupArn: 'arn:aws:elasticloadbalancing:example' } };
  return { httpMethod, path, headers, isBase64Encoded, requestContext, body: '', ...given };
}
