/** The pages for errors of rendering, for unknown URLs, and for those that a key holder may not see. */
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { PlainMessageKey } from '../i18n/messages.ts';
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
  return <NothingHere heading="shell.unknownTitle" reason="shell.unknown" />;
}

export function OperatorsPage({ title }: { readonly title: PlainMessageKey }) {
  return <NothingHere heading={title} reason="shell.operatorsOnly" />;
}

function NothingHere({
  heading,
  reason,
}: {
  readonly heading: PlainMessageKey;
  readonly reason: PlainMessageKey;
}) {
  const { t } = useLanguage();
  return (
    <Page title={t(heading)}>
      <EmptyState
        icon={SearchX}
        title={t(reason)}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {t('nav.home')}
          </Link>
        }
      />
    </Page>
  );
}
