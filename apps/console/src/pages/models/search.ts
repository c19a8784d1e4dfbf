/** The search parameters of this page. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  compact,
  readChoice,
  readFlag,
  readText,
  type RawSearch,
} from '../../search/read-search.ts';

export function readModelsSearch(search: RawSearch) {
  return compact({
    tab: readChoice(search, 'tab', ['prices']),
    key_id: readText(search, 'key_id'),
    group: readText(search, 'group'),
    query: readText(search, 'query'),
    sort: readText(search, 'sort'),
    /** The open call name or, with `explain`, the one to explain. */
    model: readText(search, 'model'),
    explain: readFlag(search, 'explain'),
    /** The price that is open. */
    open: readText(search, 'open'),
    create: readFlag(search, 'create'),
    /** The pattern of a new price. */
    match: readText(search, 'match'),
  });
}

export type ModelsSearch = ReturnType<typeof readModelsSearch>;

type Change = { readonly [Name in keyof ModelsSearch]?: ModelsSearch[Name] | undefined };

/** The search parameters, and the function that changes some of them. */
export function useModelsSearch() {
  const search = useSearch({ from: '/models' });
  const navigate = useNavigate({ from: '/models' });
  const change = (fields: Change, { replace = false } = {}) => {
    void navigate({ search: (before) => compact({ ...before, ...fields }), replace });
  };
  return { search, change };
}
