/** Shows the pages to signed-in visitors and the sign-in form to everybody else. */
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '../api/errors.ts';
import { signIn, useSession, type Session } from '../api/session.ts';
import { VisitorProvider, type Visitor } from '../api/visitor.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { SignIn, type SignInFailure } from './sign-in.tsx';

interface LinkState {
  readonly isBusy: boolean;
  readonly failure: SignInFailure | undefined;
}

interface Fragment {
  readonly code?: string;
  readonly reason?: string;
}

export function Gate({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const link = useSignInLink();
  if (session.isPending || link.isBusy) return null;
  // A later failure must not remove the pages: one may show a secret that is shown only once.
  if (session.data === undefined) {
    return (
      <main className="mx-auto max-w-lg px-4 py-10">
        <ErrorNotice error={session.error} onRetry={() => void session.refetch()} />
      </main>
    );
  }
  if (!isVisitor(session.data)) return <SignIn session={session.data} failure={link.failure} />;
  // The pages of another visitor start anew.
  return (
    <VisitorProvider key={session.data.subject} visitor={session.data}>
      {children}
    </VisitorProvider>
  );
}

function isVisitor(session: Session): session is Visitor {
  return session.kind !== null;
}

/**
 * Uses the code of a sign-in link. The code is behind `#`, so that no server logs it, and
 * is removed from the address bar first. A failed OpenID Connect sign-in has its reason there.
 * A link that is opened in this tab changes only the fragment, so that no page is loaded.
 */
function useSignInLink(): LinkState {
  const [first] = useState(takeFragment);
  const [state, setState] = useState<LinkState>({
    isBusy: first.code !== undefined,
    failure: first.reason === undefined ? undefined : { reason: first.reason },
  });
  useEffect(() => {
    const follow = async ({ code, reason }: Fragment) => {
      if (reason !== undefined) setState({ isBusy: false, failure: { reason } });
      if (code === undefined) return;
      setState({ isBusy: true, failure: undefined });
      setState({ isBusy: false, failure: await tryLink(code) });
    };
    const listen = () => void follow(takeFragment());
    void follow(first);
    window.addEventListener('hashchange', listen);
    return () => {
      window.removeEventListener('hashchange', listen);
    };
  }, [first]);
  return state;
}

/** Signs in, or tells why not. */
async function tryLink(link: string): Promise<SignInFailure | undefined> {
  try {
    await signIn({ link });
    return undefined;
  } catch (error) {
    const isOver = error instanceof ApiError && error.status === 401;
    return isOver ? { reason: 'link_over' } : { error };
  }
}

function takeFragment(): Fragment {
  const [, name, value] = /^#(t|error)=([\w-]+)$/.exec(location.hash) ?? [];
  if (name === undefined || value === undefined) return {};
  history.replaceState(null, '', location.pathname);
  return name === 't' ? { code: value } : { reason: value };
}
