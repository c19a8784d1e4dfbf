/** The search parameters of this page. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { compact, readFlag, readText, type RawSearch } from '../../search/read-search.ts';

export function readProvidersSearch(search: RawSearch) {
  return compact({
    /** The one that is shown first. */
    upstream: readText(search, 'upstream'),
    /** The one that is open. */
    open: readText(search, 'open'),
    create: readFlag(search, 'create'),
    /** What is added, from the catalogue. */
    provider: readText(search, 'provider'),
  });
}

export type ProvidersSearch = ReturnType<typeof readProvidersSearch>;

type Change = { readonly [Name in keyof ProvidersSearch]?: ProvidersSearch[Name] | undefined };

/** The search parameters, and the function that changes some of them. */
export function useProvidersSearch() {
  const search = useSearch({ from: '/providers' });
  const navigate = useNavigate({ from: '/providers' });
  const change = (fields: Change) => {
    void navigate({ search: (before) => compact({ ...before, ...fields }) });
  };
  return { search, change };
}
