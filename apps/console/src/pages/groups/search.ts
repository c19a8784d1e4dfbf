/** The search parameters of this page. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dialects } from '../../routing/dialects.ts';
import {
  compact,
  readChoice,
  readFlag,
  readText,
  type RawSearch,
} from '../../search/read-search.ts';

export function readGroupsSearch(search: RawSearch) {
  return compact({
    tab: readChoice(search, 'tab', ['routes', 'dry-run']),
    /** Of the dry run: whose names, which name, and in which format. */
    group: readText(search, 'group'),
    key_id: readText(search, 'key_id'),
    model: readText(search, 'model'),
    inbound: readChoice(search, 'inbound', dialects),
    /** The group or the route that is open. */
    open: readText(search, 'open'),
    create: readFlag(search, 'create'),
  });
}

export type GroupsSearch = ReturnType<typeof readGroupsSearch>;

type Change = { readonly [Name in keyof GroupsSearch]?: GroupsSearch[Name] | undefined };

/** The search parameters, and the function that changes some of them. */
export function useGroupsSearch() {
  const search = useSearch({ from: '/groups' });
  const navigate = useNavigate({ from: '/groups' });
  const change = (fields: Change) => {
    void navigate({ search: (before) => compact({ ...before, ...fields }) });
  };
  return { search, change };
}
