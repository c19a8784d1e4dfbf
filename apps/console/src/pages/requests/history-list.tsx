/** The list page by page. */
import { api } from '../../api/client.ts';
import type { Exchange, ExchangeFilters } from '../../api/records.ts';
import { useSurface } from '../../api/surface.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { NoRequests } from './no-requests.tsx';
import { RequestList, type ListProps } from './request-list.tsx';

type Props = Omit<ListProps, 'rows'> & { readonly filters: ExchangeFilters };

const firstPage: string | null = null;

export function HistoryList({ filters, ...list }: Props) {
  const { t } = useLanguage();
  const surface = useSurface();
  const pages = api.useInfiniteQuery(
    'get',
    surface('/admin/v1/exchanges'),
    { params: { query: { ...filters, limit: 100 } } },
    {
      pageParamName: 'after',
      initialPageParam: firstPage,
      getNextPageParam: ({ next }) => next ?? undefined,
    },
  );
  if (pages.isPending) return <Skeleton rows={10} />;
  if (pages.data === undefined) {
    return <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  const rows: readonly Exchange[] = pages.data.pages.flatMap(({ data }) => data);
  if (rows.length === 0) return <NoRequests filters={filters} />;
  return (
    <>
      {pages.isError && <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />}
      <RequestList rows={rows} {...list} />
      {pages.hasNextPage && (
        <div className="text-center">
          <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('shell.loadMore')}
          </Button>
        </div>
      )}
    </>
  );
}
