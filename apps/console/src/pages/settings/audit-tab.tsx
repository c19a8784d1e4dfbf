/** The audit log as sentences with details, filtered by actor, action and time. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { fetchClient } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { CsvButton } from '../../ui/download.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { dayAfter, startOf } from './days.ts';
import { useActorNames } from './use-actor-names.ts';

const path = '/admin/v1/audit';

export function AuditTab() {
  const { t } = useLanguage();
  const { tab: _, query: __, from, until, ...same } = useSearch({ from: '/settings' });
  const actors = useActorNames();
  const query = {
    ...same,
    ...(from && { from: startOf(from) }),
    ...(until && { until: dayAfter(until) }),
  };
  const list = useInfiniteQuery({
    // Uses the query key of the API client, so that changes refetch it too.
    queryKey: ['get', path, query],
    queryFn: async ({ pageParam, signal }) => {
      const after = pageParam === '' ? {} : { after: pageParam };
      const params = { query: { limit: 50, ...query, ...after } };
      return (await fetchClient.GET(path, { params, signal })).data;
    },
    initialPageParam: '',
    getNextPageParam: (page) => page?.next ?? undefined,
  });
  const entries = list.data?.pages.flatMap((page) => page?.data ?? []) ?? [];
  return (
    <Card
      title={t('settings.audit')}
      actions={<CsvButton path={path} query={query} name="audit.csv" />}
      isFlush
    >
      <AuditFilters actors={actors} />
      {list.isPending && (
        <div className="p-4 pt-0">
          <Skeleton rows={8} />
        </div>
      )}
      {list.isError && (
        <div className="p-4 pt-0">
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
        </div>
      )}
      {list.isSuccess && entries.length === 0 && (
        <div className="p-4">
          <EmptyState icon={History} title={t('shell.noResults')} />
        </div>
      )}
      {entries.length > 0 && <AuditTable entries={entries} />}
      {list.hasNextPage && (
        <div className="flex justify-center border-t p-3">
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('shell.loadMore')}
          </Button>
        </div>
      )}
    </Card>
  );
}
