/**
 * How an endpoint of this package is described. Each subject's `endpoints.ts` lists its own; routing, input
 * validation and the OpenAPI document are all made from these descriptions.
 */
import type { JsonObject } from '@parley/protocol';
import type { ExtensionContext } from '@parley/core/extension';
import type * as z from 'zod';
import type { ConfigurationOperator, KeyHolder } from './operator.ts';
import type { Page } from './page.ts';

export type AdminMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call an endpoint: operators of the gateway, or the holder of an API key. */
export type Audience = 'operator' | 'key';

/** The path prefix of each audience's endpoints. */
export const basePaths: Readonly<Record<Audience, string>> = {
  operator: '/admin/v1',
  key: '/key/v1',
};

/** The authenticated caller, by audience. */
export interface Callers {
  readonly operator: { readonly operator: ConfigurationOperator };
  readonly key: { readonly holder: KeyHolder };
}

/** A call of an endpoint after authentication and input validation. */
export type AdminCall<Query, Body, Who extends Audience = 'operator'> = Callers[Who] &
  ValidInput<Query, Body>;

interface ValidInput<Query, Body> {
  readonly gateway: ExtensionContext;
  /** The `:id` of the path, percent-decoded; empty where the path has none. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
}

/** A call of either audience, with the types of its input erased. */
export type UntypedCall = ValidInput<unknown, unknown> &
  Partial<Callers['operator'] & Callers['key']>;

/** One event of a stream; `silence` becomes a comment, which keeps the connection open. */
export interface StreamedEvent {
  readonly event: string;
}

/**
 * One endpoint below `/admin/v1` or `/key/v1`. With an admin token or a session of the console, every role
 * may use `GET`; other methods need the role `admin`. A key reaches only what belongs to it.
 */
export interface AdminEndpoint {
  readonly audience: Audience;
  readonly method: AdminMethod;
  /** In hono's syntax, below the base path of its audience. */
  readonly path: string;
  /** The path of the object that a POST changes, whose entity tag the request may require. */
  readonly changes?: string;
  /** OpenAPI summary: a sentence without its full stop. */
  readonly summary: string;
  /** OpenAPI description: what the summary cannot say, in sentences. */
  readonly description?: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** A valid request body, shown in the OpenAPI document. */
  readonly example?: JsonObject;
  /** The response body, or one entry of a list; absent for a response without a body. */
  readonly response?: z.ZodObject;
  /** `page`: a list with a cursor to the next page; `list`: always complete. */
  readonly list?: 'page' | 'list';
  /** The response is a stream of server-sent events: `run` returns an async generator of them. */
  readonly stream?: true;
  readonly status: 200 | 201 | 204;
  run(call: UntypedCall): Promise<unknown>;
}

type Input<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type Settings<Who> = Pick<
  AdminEndpoint,
  'method' | 'path' | 'changes' | 'summary' | 'description' | 'example'
> & {
  /** `operator` by default. */
  readonly audience?: Who;
};

/** Defines an endpoint that responds with one object. */
export function defineEndpoint<
  View extends z.ZodObject,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Who extends Audience = 'operator',
>(
  settings: Settings<Who> & {
    readonly query?: Query;
    readonly body?: Body;
    readonly response: View;
    readonly status?: 200 | 201;
    run(call: AdminCall<Input<Query>, Input<Body>, Who>): Promise<z.infer<View>>;
  },
): AdminEndpoint {
  return eraseTypes({ status: 200, ...settings });
}

/** Defines an endpoint that responds with a list in pages. */
export function definePagedList<
  View extends z.ZodObject,
  Query extends z.ZodObject,
  Who extends Audience = 'operator',
>(
  settings: Settings<Who> & {
    readonly query: Query;
    readonly response: View;
    run(call: AdminCall<z.output<Query>, undefined, Who>): Promise<Page<z.infer<View>>>;
  },
): AdminEndpoint {
  return eraseTypes({ status: 200, list: 'page', ...settings });
}

/** Defines an endpoint that responds with a complete list. */
export function defineList<
  View extends z.ZodObject,
  Query extends z.ZodObject | undefined = undefined,
  Who extends Audience = 'operator',
>(
  settings: Settings<Who> & {
    readonly query?: Query;
    readonly response: View;
    run(call: AdminCall<Input<Query>, undefined, Who>): Promise<readonly z.infer<View>[]>;
  },
): AdminEndpoint {
  return eraseTypes({ status: 200, list: 'list', ...settings });
}

/** A call whose response is a stream. */
export type StreamCall<Query, Who extends Audience = 'operator'> = AdminCall<
  Query,
  undefined,
  Who
> & {
  /** Aborts when the stream must end. */
  readonly signal: AbortSignal;
};

/** Defines an endpoint that responds with server-sent events until the client leaves. */
export function defineStream<Query extends z.ZodObject, Who extends Audience = 'operator'>(
  settings: Settings<Who> & {
    readonly query: Query;
    run(call: StreamCall<z.output<Query>, Who>): AsyncGenerator<StreamedEvent, void>;
  },
): AdminEndpoint {
  return {
    ...settings,
    audience: settings.audience ?? 'operator',
    status: 200,
    stream: true,
    run: async (call) => settings.run(call as StreamCall<z.output<Query>, Who>),
  };
}

/** Defines an endpoint that deletes something and responds without a body. */
export function defineDeletion(
  settings: Settings<'operator'> & { run(call: AdminCall<undefined, undefined>): Promise<void> },
): AdminEndpoint {
  return eraseTypes({ status: 204, ...settings });
}

/**
 * Erases the input types of `run`, so that endpoints fit into one list. This is safe because
 * `serveEndpoint` validates the input with the same schemas and authenticates the caller for the same audience.
 */
function eraseTypes<Query, Body, Who extends Audience>(
  settings: Omit<AdminEndpoint, 'run' | 'audience'> & {
    readonly audience?: Who;
    run(call: AdminCall<Query, Body, Who>): Promise<unknown>;
  },
): AdminEndpoint {
  return {
    ...settings,
    audience: settings.audience ?? 'operator',
    run: (call) => settings.run(call as AdminCall<Query, Body, Who>),
  };
}
