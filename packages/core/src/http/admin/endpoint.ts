import type * as z from 'zod';
import type { ConfigurationOperator } from '../../administration/operator.ts';
import type { Page } from '../../administration/page.ts';
import type { GatewayContext } from '../../context.ts';
import type { StreamedEvent } from './event-stream.ts';

export type AdminMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A call of the admin API whose input has been checked. */
export interface AdminCall<Query, Body> {
  readonly gateway: GatewayContext;
  readonly operator: ConfigurationOperator;
  /** The part of the path that names something, decoded; empty where there is none. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
}

/**
 * One endpoint of the admin API. Routing, validation, the OpenAPI document and its roles all come
 * from this one description: reading is for every token, everything else for admins.
 */
export interface AdminEndpoint {
  readonly method: AdminMethod;
  /** As hono writes it, below `/admin/v1`. */
  readonly path: string;
  /** A sentence without its full stop. */
  readonly summary: string;
  /** What the summary cannot say, in sentences. */
  readonly description?: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The answer, or one entry of a list; nothing for an answer without a body. */
  readonly answer?: z.ZodObject;
  /** `page`: a list that goes on; `list`: a whole one. */
  readonly list?: 'page' | 'list';
  /** The answer is a stream of server-sent events, which `run` gives until the signal of its call aborts. */
  readonly stream?: true;
  readonly status: 200 | 201 | 204;
  run(call: AdminCall<unknown, unknown>): Promise<unknown>;
}

type Input<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Settings = Pick<AdminEndpoint, 'method' | 'path' | 'summary' | 'description'>;

/** An endpoint that answers with one thing. */
export function one<
  Answer extends z.ZodObject,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  settings: Settings & {
    readonly query?: Query;
    readonly body?: Body;
    readonly answer: Answer;
    readonly status?: 200 | 201;
    run(call: AdminCall<Input<Query>, Input<Body>>): Promise<z.infer<Answer>>;
  },
): AdminEndpoint {
  return define({ status: 200, ...settings });
}

/** An endpoint that answers with a list which goes on. */
export function paged<Answer extends z.ZodObject, Query extends z.ZodObject>(
  settings: Settings & {
    readonly query: Query;
    readonly answer: Answer;
    run(call: AdminCall<z.output<Query>, undefined>): Promise<Page<z.infer<Answer>>>;
  },
): AdminEndpoint {
  return define({ status: 200, list: 'page', ...settings });
}

/** An endpoint that answers with a whole list. */
export function listed<
  Answer extends z.ZodObject,
  Query extends z.ZodObject | undefined = undefined,
>(
  settings: Settings & {
    readonly query?: Query;
    readonly answer: Answer;
    run(call: AdminCall<Input<Query>, undefined>): Promise<readonly z.infer<Answer>[]>;
  },
): AdminEndpoint {
  return define({ status: 200, list: 'list', ...settings });
}

/** A call that is answered with events for as long as its reader stays. */
export interface AdminStreamCall<Query> extends AdminCall<Query, undefined> {
  readonly signal: AbortSignal;
}

/** An endpoint that answers with server-sent events. */
export function streamed<Query extends z.ZodObject>(
  settings: Settings & {
    readonly query: Query;
    run(call: AdminStreamCall<z.output<Query>>): AsyncGenerator<StreamedEvent, void>;
  },
): AdminEndpoint {
  return {
    ...settings,
    status: 200,
    stream: true,
    run: async (call) => settings.run(call as AdminStreamCall<z.output<Query>>),
  };
}

/** An endpoint that takes something away. */
export function removal(
  settings: Settings & { run(call: AdminCall<undefined, undefined>): Promise<void> },
): AdminEndpoint {
  return define({ status: 204, ...settings });
}

/**
 * Forgets the types of what an endpoint takes: the router checks its input with the very schemas that
 * gave those types.
 */
function define<Query, Body>(
  settings: Omit<AdminEndpoint, 'run'> & {
    run(call: AdminCall<Query, Body>): Promise<unknown>;
  },
): AdminEndpoint {
  return {
    ...settings,
    run: (call) => settings.run(call as AdminCall<Query, Body>),
  };
}
