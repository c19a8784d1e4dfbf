/** What the entry needs to know of AWS Lambda, written by hand: a few lines instead of a dependency. */

type Fields = Readonly<Record<string, string | undefined>>;
type ManyFields = Readonly<Record<string, readonly string[] | undefined>>;

/** A request through a Function URL or an HTTP API of API Gateway: payload format 2.0. */
export interface UrlEvent {
  readonly version: '2.0';
  /** As the caller sent it, without the query. An HTTP API decodes it; a Function URL does not. */
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
  /** A balancer gives either these or those with many values. */
  readonly headers?: Fields | null;
  readonly multiValueHeaders?: ManyFields | null;
  readonly queryStringParameters?: Fields | null;
  readonly multiValueQueryStringParameters?: ManyFields | null;
  readonly requestContext: {
    readonly domainName?: string;
    readonly identity?: { readonly sourceIp?: string };
    /** Only a balancer has it. */
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

/** Where a streamed answer goes: what a handler needs of Node's writable stream. */
export interface ResponseStream {
  /** Gives false when the caller reads too slowly; `drain` says when to go on. */
  write(chunk: Uint8Array | string): boolean;
  end(): void;
  /** Whether the platform takes nothing any more. */
  readonly destroyed: boolean;
  once(event: 'drain' | 'error' | 'close', listener: () => void): void;
  off(event: 'drain' | 'error' | 'close', listener: () => void): void;
}

/** The head of a streamed answer. */
export interface ResponseHead {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

/** A whole answer. API Gateway and balancers read `multiValueHeaders`; payload format 2.0 has `cookies`. */
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

/** The global of the Node runtime of Lambda. */
export interface LambdaRuntime {
  streamifyResponse(handler: StreamHandler): StreamHandler;
  readonly HttpResponseStream: { from(stream: ResponseStream, head: ResponseHead): ResponseStream };
}
