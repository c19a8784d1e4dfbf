/** The page of one request. */
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useLanguage } from '../../i18n/provider.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { RequestDetail } from './request-detail.tsx';

export function RequestPage() {
  const { t } = useLanguage();
  const { id } = useParams({ from: '/requests/$id' });
  return (
    <Page
      title={id}
      actions={
        <Link to="/requests" className={buttonClass()}>
          <ArrowLeft aria-hidden className="size-4" />
          {t('requests.back')}
        </Link>
      }
    >
      <div className="@container">
        <RequestDetail id={id} />
      </div>
    </Page>
  );
}
