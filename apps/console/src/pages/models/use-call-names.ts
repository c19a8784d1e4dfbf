/** The call names of the key or group in the URL; for a key holder those of the own key. */
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { useVisitor } from '../../api/visitor.tsx';
import type { Scope } from '../../routing/scope-picker.tsx';
import { foldCallNames } from './model-rows.ts';
import { useModelsSearch } from './search.ts';

export function useCallNames() {
  const { kind } = useVisitor();
  const { search } = useModelsSearch();
  const isOperator = kind === 'operator';
  const all = api.useQuery(
    'get',
    '/admin/v1/call-names',
    { params: { query: readScope(search) } },
    { enabled: isOperator },
  );
  const own = api.useQuery('get', '/key/v1/call-names', {}, { enabled: !isOperator });
  const { data, error, refetch } = isOperator ? all : own;
  const rows = useMemo(() => data && foldCallNames(data.data), [data]);
  return { rows, error, retry: () => void refetch() };
}

/** The key or group in the URL; the key takes precedence. */
export function readScope({ key_id, group }: Scope): Scope {
  if (key_id !== undefined) return { key_id };
  return group === undefined ? {} : { group };
}
