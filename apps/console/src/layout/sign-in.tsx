/** The sign-in form: one field for an admin token or an API key. */
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError } from '../api/errors.ts';
import { signIn, type Session } from '../api/session.ts';
import { useLanguage } from '../i18n/provider.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { useFocusOnError } from '../ui/use-focus-on-error.ts';
import { Logo } from './logo.tsx';
import { PreferenceButtons } from './preference-buttons.tsx';

/** The error of the gateway, or the reason in the URL after a failed OpenID Connect sign-in. */
export interface SignInFailure {
  readonly error?: unknown;
  readonly reason?: string;
}

const reasons = [
  'link_over',
  'not_configured',
  'provider_unavailable',
  'refused_by_provider',
  'expired',
  'not_verified',
  'no_email',
  'email_not_verified',
  'not_invited',
  'user_disabled',
  'other_identity',
] as const;

export interface SignInProps {
  readonly session: Session;
  /** The message of a failed sign-in by link or OpenID Connect. */
  readonly failure: SignInFailure | undefined;
  /** Whether the pages of the last visitor wait behind. */
  readonly isAgain?: boolean;
}

export function SignIn({ session, failure, isAgain = false }: SignInProps) {
  const { t } = useLanguage();
  const [error, setError] = useState<unknown>(failure?.error);
  const reason = reasons.find((each) => each === failure?.reason);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnError(form, error);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    // The title of the page behind stays.
    if (!isAgain) document.title = `${t('signIn.title')} · Parley`;
  });
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const secret = new FormData(event.currentTarget).get('secret');
    if (typeof secret !== 'string' || secret.trim() === '') return;
    setBusy(true);
    setError(undefined);
    try {
      await signIn({ secret: secret.trim() });
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  const isWrong = error instanceof ApiError && error.status === 401;
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-4 py-10">
      <Logo />
      <div className="w-full max-w-sm rounded-xl border bg-surface p-6">
        <h1 className="text-lg font-semibold">{t('signIn.title')}</h1>
        <p className="mt-1 text-muted">{t(isAgain ? 'signIn.again' : 'signIn.description')}</p>
        {failure?.reason !== undefined && (
          <div role="alert" className="mt-4">
            <Notice tone="bad">{t(`signIn.${reason ?? 'failed'}`)}</Notice>
          </div>
        )}
        <form
          ref={form}
          onSubmit={(event) => void submit(event)}
          className="mt-5 flex flex-col gap-4"
        >
          <TextField
            label={t('signIn.secret')}
            name="secret"
            type="password"
            required
            spellCheck={false}
            placeholder="parley-admin-…  /  sk-parley-…"
            hint={t('signIn.hint')}
            error={isWrong ? t('signIn.wrong') : undefined}
          />
          {error !== undefined && !isWrong && <ErrorNotice error={error} />}
          <Button type="submit" look="primary" isBusy={isBusy}>
            {t('signIn.submit')}
          </Button>
          {session.sign_in.oidc !== null && (
            // In another tab, because this one keeps what was typed.
            <a
              href="/console/sign-in"
              target={isAgain ? '_blank' : undefined}
              className={buttonClass()}
            >
              {t('signIn.oidc', { provider: session.sign_in.oidc })}
            </a>
          )}
        </form>
      </div>
      <PreferenceButtons />
    </main>
  );
}
