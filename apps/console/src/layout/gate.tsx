/** Shows the pages to signed-in visitors and the sign-in form to everybody else. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { ApiError } from '../api/errors.ts';
import { signIn, useSession, type Session } from '../api/session.ts';
import { VisitorProvider, type Visitor } from '../api/visitor.tsx';
import { useLanguage } from '../i18n/provider.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { SignIn, type SignInFailure, type SignInProps } from './sign-in.tsx';

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
  const [last, setLast] = useState<Visitor>();
  const present = session.data && isVisitor(session.data) ? session.data : undefined;
  // A visitor whose session ended mostly returns: only signing out, which resets the query, removes the pages.
  if (session.isPending ? last !== undefined : present !== undefined && present !== last) {
    setLast(present);
  }
  const visitor = session.isPending ? undefined : (present ?? last);
  if (session.isPending || (link.isBusy && visitor === undefined)) return null;
  // A later failure must not remove the pages: one may show a secret that is shown only once.
  if (session.data === undefined) {
    return (
      <main className="mx-auto max-w-lg px-4 py-10">
        <ErrorNotice error={session.error} onRetry={() => void session.refetch()} />
      </main>
    );
  }
  if (visitor === undefined) return <SignIn session={session.data} failure={link.failure} />;
  // The pages of another visitor start anew.
  return (
    <>
      <VisitorProvider key={visitor.subject} visitor={visitor}>
        {children}
      </VisitorProvider>
      {present === undefined && <SignInAgain session={session.data} failure={link.failure} />}
    </>
  );
}

/** The sign-in over the pages of the last visitor, which it hides. Nothing closes it. */
function SignInAgain(props: SignInProps) {
  const place = useRef<HTMLDialogElement>(null);
  const { t } = useLanguage();
  useEffect(() => {
    const dialog = place.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return createPortal(
    <dialog
      ref={place}
      aria-label={t('signIn.title')}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.stopPropagation()}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-canvas text-text"
    >
      <SignIn {...props} isAgain />
    </dialog>,
    document.body,
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
