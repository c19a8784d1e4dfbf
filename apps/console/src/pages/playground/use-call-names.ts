/** The names that a key may call. */
import { api } from '../../api/client.ts';
import { useVisitor } from '../../api/visitor.tsx';

export function useCallNames(keyId: string | undefined): readonly string[] {
  const isHolder = useVisitor().kind === 'key';
  const { data } = api.useQuery(
    'get',
    // The views of both visitors are the same.
    (isHolder ? '/key/v1/call-names' : '/admin/v1/call-names') as '/admin/v1/call-names',
    { params: { query: isHolder || keyId === undefined ? {} : { key_id: keyId } } },
    { enabled: keyId !== undefined },
  );
  return data?.data.map(({ name }) => name) ?? [];
}
