/** The pages for errors of rendering and for unknown URLs. */
import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useLanguage } from '../i18n/provider.tsx';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState, ErrorNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';

export function BrokenPage({
  error,
  reset,
}: {
  readonly error: unknown;
  readonly reset: () => void;
}) {
  const { t } = useLanguage();
  return (
    <Page title={t('shell.brokenTitle')}>
      <ErrorNotice error={error} onRetry={reset} />
    </Page>
  );
}

export function UnknownPage() {
  const { t } = useLanguage();
  return (
    <Page title={t('shell.unknownTitle')}>
      <EmptyState
        icon={Compass}
        title={t('shell.unknown')}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {t('nav.home')}
          </Link>
        }
      />
    </Page>
  );
}
