/** The typed client of the gateway's own API; its types are generated from the OpenAPI document. */
import createFetchClient from 'openapi-fetch';
import createQueryClient from 'openapi-react-query';
import { QueryClient } from '@tanstack/react-query';
import {
  ApiError,
  createSessionEndedError,
  createUnreachableError,
  readApiError,
} from './errors.ts';
import type { components, paths } from './openapi.ts';

/** Without this header the gateway ignores the session cookie, because pages of other sites cannot send it. */
export const consoleHeaders = { 'parley-console': '1' } as const;

/** The query of the session, whose response names its subject. */
export const sessionKey = ['session'] as const;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A gateway on this machine or in this network needs no internet.
      networkMode: 'always',
      retry: isWorthAnotherTry,
      staleTime: 5_000,
      refetchOnWindowFocus: false,
    },
  },
});

/**
 * The headers of every request that the session authorizes. They name the subject that the pages show: the gateway
 * ignores the cookie of another one, which a second tab may have signed in.
 */
export function visitorHeaders(): Readonly<Record<string, string>> {
  const session = queryClient.getQueryData<{ readonly subject: string | null }>(sessionKey);
  const subject = session?.subject ?? null;
  return { ...consoleHeaders, ...(subject !== null && { 'parley-subject': subject }) };
}

/** For single requests outside of components. */
export const fetchClient = createFetchClient<paths, 'application/json'>({
  baseUrl: location.origin,
});

fetchClient.use({
  onRequest({ request }) {
    for (const [name, value] of Object.entries(visitorHeaders())) request.headers.set(name, value);
  },
  async onResponse({ request, response }) {
    if (response.ok) return;
    if (response.status === 401) {
      const isKnown = queryClient.invalidateQueries({ queryKey: sessionKey });
      if (request.method === 'GET') return readAgain(request, isKnown);
      throw createSessionEndedError();
    }
    // Somebody else has changed it, so that what the pages show is old.
    if (response.status === 412) void refresh(collectionOf(response.url));
    throw await readApiError(response);
  },
  onError({ error }) {
    if (error instanceof ApiError || (error instanceof Error && error.name === 'AbortError'))
      return;
    return createUnreachableError(error);
  },
});

/** Repeats a reading once somebody is signed in, so that pages keep what they show until then. */
async function readAgain({ url, signal }: Request, isKnown: Promise<void>): Promise<Response> {
  await isKnown;
  await visitorPresent();
  const response = await fetch(url, { headers: visitorHeaders(), signal });
  if (response.status === 401) throw createSessionEndedError();
  if (!response.ok) throw await readApiError(response);
  return response;
}

function visitorPresent(): Promise<void> {
  const isPresent = () => {
    const session = queryClient.getQueryData<{ readonly kind: string | null }>(sessionKey);
    return typeof session?.kind === 'string';
  };
  if (isPresent()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = queryClient.getQueryCache().subscribe(() => {
      if (!isPresent()) return;
      unsubscribe();
      resolve();
    });
  });
}

/** The body of a successful response. */
export function required<Body>(body: Body | undefined): Body {
  if (body === undefined) throw new Error('An answer without a body.');
  return body;
}

/** Queries and mutations for components. */
export const api = createQueryClient(fetchClient);

/** Such as `View<'Key'>`. */
export type View<Name extends keyof components['schemas']> = components['schemas'][Name];

function isWorthAnotherTry(failures: number, error: Error): boolean {
  const isTransient = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return failures < 2 && isTransient;
}

/** Such as `/admin/v1/keys`. */
function collectionOf(url: string): string {
  return new URL(url).pathname.split('/').slice(0, 4).join('/');
}

/** Refetches all data below these paths after a change. */
export async function refresh(...beginnings: readonly string[]): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [, path] }) =>
      typeof path === 'string' && beginnings.some((beginning) => path.startsWith(beginning)),
  });
}
