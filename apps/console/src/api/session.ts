/** Who is signed in, and how one signs in and out. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { consoleHeaders, queryClient, sessionKey as queryKey } from './client.ts';
import { readApiError } from './errors.ts';
import { clearTabTexts } from '../preferences/tab-storage.ts';

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

/** The message to other tabs that their visitor has left; any other one says that somebody may have signed in. */
const signedOut = 'signed out';

/** The tabs share the cookie, and so the session. */
const tabs = new BroadcastChannel('parley-session');

export const sessionQuery = queryOptions({
  queryKey,
  queryFn: readSession,
  staleTime: 60_000,
  refetchOnWindowFocus: 'always',
});

export function useSession() {
  useEffect(() => {
    const listen = ({ data }: MessageEvent<unknown>) => {
      void (data === signedOut ? forget() : queryClient.invalidateQueries({ queryKey }));
    };
    tabs.addEventListener('message', listen);
    return () => {
      tabs.removeEventListener('message', listen);
    };
  }, []);
  return useQuery(sessionQuery);
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
  welcome(visitor);
  queryClient.setQueryData(queryKey, visitor);
  tabs.postMessage(null);
}

export async function signOut(): Promise<void> {
  await call({ method: 'DELETE', headers: consoleHeaders });
  tabs.postMessage(signedOut);
  await forget();
}

/** Removes the pages of a visitor who has left, their data, and what they typed in this tab. */
async function forget(): Promise<void> {
  removeData();
  clearTabTexts();
  await queryClient.resetQueries({ queryKey });
}

/** Whose data is in the cache. It outlives the session, whose visitor mostly returns. */
let owner: string | null = null;

/** Clears the cache when somebody else has signed in. */
function welcome({ subject }: Session): void {
  if (subject === null || subject === owner) return;
  if (owner !== null) removeData();
  owner = subject;
}

/** Pages observe the session itself, which stays. */
function removeData(): void {
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
}

async function readSession(): Promise<Session> {
  const session = (await (await call({ headers: consoleHeaders })).json()) as Session;
  // An identity provider signs in without `signIn`: the page that it returns to tells the others.
  if (queryClient.getQueryData(queryKey) === undefined) tabs.postMessage(null);
  welcome(session);
  return session;
}

async function call(init: RequestInit): Promise<Response> {
  const response = await fetch(address, init);
  if (!response.ok) throw await readApiError(response);
  return response;
}
