/** The next pages of a list: the button that loads one, and the search that goes on until it has found something. */
import { useEffect } from 'react';
import { useLanguage } from '../i18n/provider.tsx';
import { Button } from './button.tsx';

/** The options of `useInfiniteQuery` for lists in pages. */
export const paging = {
  pageParamName: 'after',
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: { readonly next: string | null }) => next,
} as const;

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

interface Search extends Pages {
  readonly data: { readonly pages: readonly { readonly data: readonly unknown[] }[] } | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
}

/** The gateway searches tens of thousands of rows for a page; after so many pages the visitor decides. */
const pagesAtOnce = 20;

/** Loads pages until one has a row. @returns whether the search goes on */
export function useSearchOn(search: Search): boolean {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = search;
  const pages = data?.pages ?? [];
  const isEmpty = pages.every((page) => page.data.length === 0);
  const mustGoOn = isEmpty && hasNextPage && pages.length % pagesAtOnce !== 0;
  useEffect(() => {
    if (mustGoOn && !isFetching && !isError) void fetchNextPage();
  }, [mustGoOn, isFetching, isError, fetchNextPage]);
  return mustGoOn;
}

export function LoadMore({ pages }: { readonly pages: Pages }) {
  const { t } = useLanguage();
  if (!pages.hasNextPage) return null;
  return (
    <div className="p-3 text-center">
      <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {t('shell.loadMore')}
      </Button>
    </div>
  );
}
