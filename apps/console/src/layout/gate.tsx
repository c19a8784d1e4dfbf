/** Shows the pages to signed-in visitors and the sign-in form to everybody else. */
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '../api/errors.ts';
import { signIn, useSession, type Session } from '../api/session.ts';
import { VisitorProvider, type Visitor } from '../api/visitor.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { SignIn, type SignInFailure } from './sign-in.tsx';

export function Gate({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const link = useSignInLink();
  if (session.isPending || link.isBusy) return null;
  if (session.isError) {
    return (
      <main className="mx-auto max-w-lg px-4 py-10">
        <ErrorNotice error={session.error} onRetry={() => void session.refetch()} />
      </main>
    );
  }
  if (!isVisitor(session.data)) return <SignIn session={session.data} failure={link.failure} />;
  return <VisitorProvider visitor={session.data}>{children}</VisitorProvider>;
}

function isVisitor(session: Session): session is Visitor {
  return session.kind !== null;
}

/**
 * Uses the code of a sign-in link. The code is behind `#`, so that no server logs it, and
 * is removed from the address bar first. A failed OpenID Connect sign-in has its reason there.
 */
function useSignInLink(): {
  readonly isBusy: boolean;
  readonly failure: SignInFailure | undefined;
} {
  const [{ code, reason }] = useState(takeFragment);
  const [isBusy, setBusy] = useState(code !== undefined);
  const [failure, setFailure] = useState<SignInFailure | undefined>(
    reason === undefined ? undefined : { reason },
  );
  useEffect(() => {
    if (code === undefined) return;
    signIn({ link: code })
      .catch((error: unknown) => {
        const isOver = error instanceof ApiError && error.status === 401;
        setFailure(isOver ? { reason: 'link_over' } : { error });
      })
      .finally(() => {
        setBusy(false);
      });
  }, [code]);
  return { isBusy, failure };
}

function takeFragment(): { readonly code?: string; readonly reason?: string } {
  const [, name, value] = /^#(t|error)=([\w-]+)$/.exec(location.hash) ?? [];
  if (name === undefined || value === undefined) return {};
  history.replaceState(null, '', location.pathname);
  return name === 't' ? { code: value } : { reason: value };
}
