/** The empty state of the list, with the next step. */
import { Link } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import type { ExchangeFilters } from '../../api/records.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/notice.tsx';

export function NoRequests({
  filters,
  isWaiting = false,
}: {
  readonly filters: ExchangeFilters;
  readonly isWaiting?: boolean;
}) {
  const { t } = useLanguage();
  if (Object.values(filters).some((value) => value !== undefined)) {
    return (
      <EmptyState
        icon={Activity}
        title={t('requests.noMatch')}
        action={
          <Link to="/requests" className={buttonClass()}>
            {t('requests.clear')}
          </Link>
        }
      >
        {filters.query !== undefined && t('requests.unrecorded')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Activity}
      title={t(isWaiting ? 'requests.waiting' : 'requests.emptyTitle')}
      action={
        <Link to="/playground" className={buttonClass('primary')}>
          {t('requests.tryIt')}
        </Link>
      }
    >
      {t('requests.empty')}
    </EmptyState>
  );
}
