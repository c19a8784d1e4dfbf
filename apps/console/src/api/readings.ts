/** What operators and key holders read alike, each by the paths that are theirs. */
import { keepPreviousData } from '@tanstack/react-query';
import { api, fetchClient } from './client.ts';
import { useVisitor } from './visitor.tsx';

/** How often live figures are read again, in milliseconds. */
export const liveInterval = 10_000;

/** What a key may call; without a key the names of the default group or, for a holder, of the own key. */
export function useCallNames(keyId?: string) {
  const { kind } = useVisitor();
  const path = kind === 'key' ? '/key/v1/call-names' : '/admin/v1/call-names';
  return api.useQuery('get', path, { params: { query: useOwn({ key_id: keyId }) } });
}

/** Sums since a moment, told apart by `by`; live where it is asked for. */
export function useUsage(filter: {
  readonly from: string;
  readonly key_id?: string | undefined;
  readonly by?: string;
  readonly time_zone?: string;
}) {
  const { kind } = useVisitor();
  const path = kind === 'key' ? '/key/v1/usage' : '/admin/v1/usage';
  return api.useQuery(
    'get',
    path,
    { params: { query: useOwn(filter) } },
    { refetchInterval: liveInterval, placeholderData: keepPreviousData },
  );
}

/** Times to the first byte since a moment. */
export function useLatency(from: string) {
  const { kind } = useVisitor();
  const path = kind === 'key' ? '/key/v1/latency' : '/admin/v1/latency';
  const options = { refetchInterval: liveInterval, placeholderData: keepPreviousData };
  return api.useQuery('get', path, { params: { query: { from } } }, options);
}

/** The newest exchanges, read again after each interval in milliseconds. */
export function useLatestExchanges(
  filter: { readonly limit: number; readonly key_id?: string },
  refetchInterval: number | false,
) {
  const { kind } = useVisitor();
  const path = kind === 'key' ? '/key/v1/exchanges' : '/admin/v1/exchanges';
  return api.useQuery('get', path, { params: { query: useOwn(filter) } }, { refetchInterval });
}

/** One exchange by its request id. */
export async function readExchange(kind: 'operator' | 'key', id: string) {
  const path = kind === 'key' ? '/key/v1/exchanges/{id}' : '/admin/v1/exchanges/{id}';
  const { data } = await fetchClient.GET(path, { params: { path: { id } } });
  if (data === undefined) throw new Error('An answer without a body.');
  return data;
}

/** A holder reads the own key only and may not name one. */
function useOwn<Filter extends { readonly key_id?: string | undefined }>({
  key_id,
  ...rest
}: Filter) {
  const { kind } = useVisitor();
  return kind === 'key' || key_id === undefined ? rest : { ...rest, key_id };
}
