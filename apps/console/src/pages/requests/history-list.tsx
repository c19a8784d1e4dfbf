/** The list page by page. A search goes on by itself through older requests until it has found something. */
import { api } from '../../api/client.ts';
import type { Exchange, ExchangeFilters } from '../../api/records.ts';
import { useSurface } from '../../api/surface.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { LoadMore, paging, useSearchOn } from '../../ui/load-more.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Search } from 'lucide-react';
import { NoRequests } from './no-requests.tsx';
import { RequestList, type ListProps } from './request-list.tsx';

type Props = Omit<ListProps, 'rows'> & { readonly filters: ExchangeFilters };

export function HistoryList({ filters, ...list }: Props) {
  const surface = useSurface();
  const pages = api.useInfiniteQuery(
    'get',
    surface('/admin/v1/exchanges'),
    { params: { query: toQuery(filters) } },
    paging,
  );
  const { t } = useLanguage();
  const mustGoOn = useSearchOn(pages);
  const { isError, fetchNextPage } = pages;
  if (pages.isPending) return <Skeleton rows={10} />;
  if (pages.data === undefined) {
    return <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  const rows: readonly Exchange[] = pages.data.pages.flatMap(({ data }) => data);
  const isEmpty = rows.length === 0;
  if (isEmpty && !pages.hasNextPage) return <NoRequests filters={filters} />;
  return (
    <>
      {isError && <ErrorNotice error={pages.error} onRetry={() => void fetchNextPage()} />}
      {isEmpty ? (
        <div role="status">
          <EmptyState
            icon={Search}
            title={t(mustGoOn ? 'requests.searching' : 'requests.noneYet')}
          />
        </div>
      ) : (
        <RequestList rows={rows} {...list} />
      )}
      {!mustGoOn && <LoadMore pages={pages} />}
    </>
  );
}

function toQuery({ min_first_byte_ms: least, ...filters }: ExchangeFilters) {
  return { ...filters, limit: 100, ...(least && { min_first_byte_ms: Number(least) }) };
}
