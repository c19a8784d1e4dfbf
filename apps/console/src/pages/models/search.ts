/** What the address of this page holds behind the question mark. */
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
    /** The call name that is open or, with `explain`, asked about. */
    model: readText(search, 'model'),
    explain: readFlag(search, 'explain'),
    /** The price that is open. */
    open: readText(search, 'open'),
    create: readFlag(search, 'create'),
    /** What a new price is for. */
    match: readText(search, 'match'),
  });
}

export type ModelsSearch = ReturnType<typeof readModelsSearch>;

type Change = { readonly [Name in keyof ModelsSearch]?: ModelsSearch[Name] | undefined };

/** The address, and how some of it is changed. */
export function useModelsSearch() {
  const search = useSearch({ from: '/models' });
  const navigate = useNavigate({ from: '/models' });
  const change = (fields: Change, { replace = false } = {}) => {
    void navigate({ search: (before) => compact({ ...before, ...fields }), replace });
  };
  return { search, change };
}
