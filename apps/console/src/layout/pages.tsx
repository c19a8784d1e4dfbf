/** Loads the pages behind the sign-in, which are most of the console, while its visitor signs in. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createUnreachableError } from '../api/errors.ts';
import { ErrorNotice } from '../ui/notice.tsx';

export const pagesQuery = queryOptions({
  queryKey: ['pages'],
  queryFn: () =>
    import('./signed-in.tsx').catch((cause: unknown) => {
      throw createUnreachableError(cause);
    }),
  staleTime: Infinity,
});

/** Nothing until they are there, so that the page of `index.html` says that they are loading. */
export function Pages() {
  const { data, error } = useQuery(pagesQuery);
  if (data !== undefined) return <data.SignedIn />;
  if (error === null) return null;
  return (
    <main className="mx-auto max-w-lg px-4 py-10">
      <ErrorNotice error={error} onRetry={() => location.reload()} />
    </main>
  );
}
