/** The list page by page. */
import { api } from '../../api/client.ts';
import type { Exchange, ExchangeFilters } from '../../api/records.ts';
import { useSurface } from '../../api/surface.ts';
import { LoadMore, paging } from '../../ui/load-more.tsx';
import { ErrorNotice, Skeleton } from '../../ui/notice.tsx';
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
      <LoadMore pages={pages} />
    </>
  );
}

function toQuery({ min_first_byte_ms: least, ...filters }: ExchangeFilters) {
  return { ...filters, limit: 100, ...(least && { min_first_byte_ms: Number(least) }) };
}
