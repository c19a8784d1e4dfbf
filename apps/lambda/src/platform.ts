/** The types of AWS Lambda that the entry uses, written by hand to avoid a dependency. */

export type Fields = Readonly<Record<string, string | undefined>>;
export type ManyFields = Readonly<Record<string, readonly string[] | undefined>>;

/** A request through a Function URL or an HTTP API of API Gateway: payload format 2.0. */
export interface UrlEvent {
  readonly version: '2.0';
  /** As the client sent it, without the query. An HTTP API decodes it; a Function URL does not. */
  readonly rawPath: string;
  /** Without `?`. */
  readonly rawQueryString: string;
  /** Several fields of one name are joined by commas. */
  readonly headers: Fields;
  readonly cookies?: readonly string[];
  readonly requestContext: {
    readonly domainName?: string;
    readonly http: { readonly method: string; readonly sourceIp?: string };
  };
  readonly body?: string;
  readonly isBase64Encoded: boolean;
}

/** A request through a REST API of API Gateway (payload format 1.0) or an Application Load Balancer. */
export interface ProxyEvent {
  readonly httpMethod: string;
  readonly path: string;
  /** A load balancer sets either these or the multi-value headers. */
  readonly headers?: Fields | null;
  readonly multiValueHeaders?: ManyFields | null;
  readonly queryStringParameters?: Fields | null;
  readonly multiValueQueryStringParameters?: ManyFields | null;
  readonly requestContext: {
    readonly domainName?: string;
    readonly identity?: { readonly sourceIp?: string };
    /** Only set by a load balancer. */
    readonly elb?: object;
  };
  readonly body?: string | null;
  readonly isBase64Encoded: boolean;
}

export type HttpEvent = UrlEvent | ProxyEvent;

export interface Context {
  /** Milliseconds until the platform ends this invocation, and the instance with it. */
  getRemainingTimeInMillis(): number;
}

/** The destination of a streamed response: the part of Node's writable stream that the handler uses. */
export interface ResponseStream {
  /** Returns false when the client reads too slowly; `drain` is emitted when writing can continue. */
  write(chunk: Uint8Array | string): boolean;
  end(): void;
  /** Whether the platform accepts no more data. */
  readonly destroyed: boolean;
  once(event: 'drain' | 'error' | 'close', listener: () => void): void;
  off(event: 'drain' | 'error' | 'close', listener: () => void): void;
}

/** The head of a streamed response. */
export interface ResponseHead {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

/** A whole response. API Gateway and balancers read `multiValueHeaders`; payload format 2.0 has `cookies`. */
export interface WholeResult {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly cookies?: readonly string[];
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

export type StreamHandler = (
  event: HttpEvent,
  stream: ResponseStream,
  context: Context,
) => Promise<void>;

export type WholeHandler = (event: HttpEvent, context: Context) => Promise<WholeResult>;

/** The global object of Lambda's Node runtime. */
export interface LambdaRuntime {
  streamifyResponse(handler: StreamHandler): StreamHandler;
  readonly HttpResponseStream: { from(stream: ResponseStream, head: ResponseHead): ResponseStream };
}
