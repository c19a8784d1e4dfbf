/** The button that loads the next page of a list. */
import { useLanguage } from '../i18n/provider.tsx';
import { Button } from './button.tsx';

/** The options of `useInfiniteQuery` for lists in pages. */
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
