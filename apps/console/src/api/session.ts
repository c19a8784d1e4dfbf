/** Who is signed in, and how one signs in and out. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { consoleHeaders, queryClient, sessionKey as queryKey } from './client.ts';
import { readApiError } from './errors.ts';

export interface Session {
  /** Null when nobody is signed in. */
  readonly kind: 'operator' | 'key' | null;
  /** `token:<id>`, `user:<id>` or `key:<id>`; differs between visitors. */
  readonly subject: string | null;
  /** The role of an operator; a viewer may only read. */
  readonly role: 'admin' | 'viewer' | null;
  readonly name: string | null;
  readonly key_id: string | null;
  /** Whether the key holder may replace the secret. */
  readonly may_rotate: boolean;
  readonly sign_in: { readonly oidc: string | null };
  readonly version: string;
  readonly expires_at: string | null;
}

const address = '/console/session';

/** Tells the other tabs, which share the cookie, that another visitor may be signed in. */
const tabs = new BroadcastChannel('parley-session');

export function useSession() {
  useEffect(() => {
    const listen = () => void queryClient.invalidateQueries({ queryKey });
    tabs.addEventListener('message', listen);
    return () => {
      tabs.removeEventListener('message', listen);
    };
  }, []);
  return useQuery({
    queryKey,
    queryFn: readSession,
    staleTime: 60_000,
    refetchOnWindowFocus: 'always',
  });
}

/** @throws ApiError when the credential is wrong or after too many attempts */
export async function signIn(
  credential: { readonly secret: string } | { readonly link: string },
): Promise<void> {
  const session = await call({
    method: 'POST',
    headers: { ...consoleHeaders, 'content-type': 'application/json' },
    body: JSON.stringify(credential),
  });
  const visitor = (await session.json()) as Session;
  forgetOthers();
  queryClient.setQueryData(queryKey, visitor);
  tabs.postMessage(null);
}

export async function signOut(): Promise<void> {
  await call({ method: 'DELETE', headers: consoleHeaders });
  tabs.postMessage(null);
  forgetOthers();
  await queryClient.invalidateQueries({ queryKey });
}

/** Clears the cache, so that the next visitor does not see data of this one; pages observe the session itself. */
function forgetOthers(): void {
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
}

async function readSession(): Promise<Session> {
  const session = (await (await call({ headers: consoleHeaders })).json()) as Session;
  const before = queryClient.getQueryData<Session>(queryKey);
  // An identity provider signs in without `signIn`: the page that it returns to tells the others.
  if (before === undefined) tabs.postMessage(null);
  else if (before.subject !== session.subject) forgetOthers();
  return session;
}

async function call(init: RequestInit): Promise<Response> {
  const response = await fetch(address, init);
  if (!response.ok) throw await readApiError(response);
  return response;
}
