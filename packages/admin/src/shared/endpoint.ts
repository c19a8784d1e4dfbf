import type { JsonObject } from '@parley/protocol';
import type { AdminContext } from '../context.ts';
import type * as z from 'zod';
import type { KeyHolder } from '../key-holder/own-key.ts';
import type { ConfigurationOperator } from './operator.ts';
import type { Page } from './page.ts';
import type { StreamedEvent } from '../http/event-stream.ts';

export type AdminMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who an endpoint is for: those who administer the gateway, or the holder of a key. */
export type Audience = 'operator' | 'key';

/** Who asks, by audience. */
export interface Askers {
  readonly operator: { readonly operator: ConfigurationOperator };
  readonly key: { readonly holder: KeyHolder };
}

/** A call whose input has been checked. */
export type ApiCall<Query, Body, Who extends Audience = 'operator'> = Askers[Who] &
  CheckedInput<Query, Body>;

interface CheckedInput<Query, Body> {
  readonly gateway: AdminContext;
  /** The part of the path that names something, decoded; empty where there is none. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
}

/** A call of either audience, once its types are forgotten. */
export type AnyCall = CheckedInput<unknown, unknown> & Partial<Askers['operator'] & Askers['key']>;

/**
 * One endpoint of the admin API, or of what the holder of a key is told. Routing, validation, the
 * OpenAPI document and its roles all come from this one description: reading is for every admin token,
 * everything else for admins; the holder of a key reaches what belongs to the key.
 */
export interface AdminEndpoint {
  readonly audience: Audience;
  readonly method: AdminMethod;
  /** As hono writes it, below the base of its audience. */
  readonly path: string;
  /** A sentence without its full stop. */
  readonly summary: string;
  /** What the summary cannot say, in sentences. */
  readonly description?: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** A body that is taken. */
  readonly example?: JsonObject;
  /** The answer, or one entry of a list; nothing for an answer without a body. */
  readonly answer?: z.ZodObject;
  /** `page`: a list that goes on; `list`: a whole one. */
  readonly list?: 'page' | 'list';
  /** The answer is a stream of server-sent events, which `run` gives until the signal of its call aborts. */
  readonly stream?: true;
  readonly status: 200 | 201 | 204;
  run(call: AnyCall): Promise<unknown>;
}

type Input<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type Settings<Who> = Pick<
  AdminEndpoint,
  'method' | 'path' | 'summary' | 'description' | 'example'
> & {
  /** `operator` if absent. */
  readonly audience?: Who;
};

/** An endpoint that answers with one thing. */
export function one<
  Answer extends z.ZodObject,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Who extends Audience = 'operator',
>(
  settings: Settings<Who> & {
    readonly query?: Query;
    readonly body?: Body;
    readonly answer: Answer;
    readonly status?: 200 | 201;
    run(call: ApiCall<Input<Query>, Input<Body>, Who>): Promise<z.infer<Answer>>;
  },
): AdminEndpoint {
  return define({ status: 200, ...settings });
}

/** An endpoint that answers with a list which goes on. */
export function paged<
  Answer extends z.ZodObject,
  Query extends z.ZodObject,
  Who extends Audience = 'operator',
>(
  settings: Settings<Who> & {
    readonly query: Query;
    readonly answer: Answer;
    run(call: ApiCall<z.output<Query>, undefined, Who>): Promise<Page<z.infer<Answer>>>;
  },
): AdminEndpoint {
  return define({ status: 200, list: 'page', ...settings });
}

/** An endpoint that answers with a whole list. */
export function listed<
  Answer extends z.ZodObject,
  Query extends z.ZodObject | undefined = undefined,
  Who extends Audience = 'operator',
>(
  settings: Settings<Who> & {
    readonly query?: Query;
    readonly answer: Answer;
    run(call: ApiCall<Input<Query>, undefined, Who>): Promise<readonly z.infer<Answer>[]>;
  },
): AdminEndpoint {
  return define({ status: 200, list: 'list', ...settings });
}

/** A call that is answered with events for as long as its reader stays. */
export type StreamCall<Query, Who extends Audience = 'operator'> = ApiCall<
  Query,
  undefined,
  Who
> & {
  readonly signal: AbortSignal;
};

/** An endpoint that answers with server-sent events. */
export function streamed<Query extends z.ZodObject, Who extends Audience = 'operator'>(
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

/** An endpoint that takes something away. */
export function removal(
  settings: Settings<'operator'> & { run(call: ApiCall<undefined, undefined>): Promise<void> },
): AdminEndpoint {
  return define({ status: 204, ...settings });
}

/**
 * Forgets the types of what an endpoint takes: the router checks its input with the very schemas that
 * gave those types, and lets in who it is for.
 */
function define<Query, Body, Who extends Audience>(
  settings: Omit<AdminEndpoint, 'run' | 'audience'> & {
    readonly audience?: Who;
    run(call: ApiCall<Query, Body, Who>): Promise<unknown>;
  },
): AdminEndpoint {
  return {
    ...settings,
    audience: settings.audience ?? 'operator',
    run: (call) => settings.run(call as ApiCall<Query, Body, Who>),
  };
}
