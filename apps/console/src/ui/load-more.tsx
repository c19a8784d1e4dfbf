/** The way to the rest of a list that comes page by page. */
import { useLanguage } from '../i18n/provider.tsx';
import { Button } from './button.tsx';

/** What such lists give to `useInfiniteQuery`. */
export const paging = {
  pageParamName: 'after',
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: { readonly next: string | null }) => next,
} as const;

export function LoadMore({
  pages,
}: {
  readonly pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}) {
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
