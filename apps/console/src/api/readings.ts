/** Queries that operators and key holders share, with the paths of the visitor. */
import { keepPreviousData } from '@tanstack/react-query';
import { api, fetchClient, required } from './client.ts';
import { useVisitor } from './visitor.tsx';

/** How often live figures are refetched, in milliseconds. */
export const liveInterval = 10_000;

/** The call names of a key; without a key those of the default group, or of the key holder's own key. */
export function useCallNames(keyId?: string) {
  const { kind } = useVisitor();
  const path = kind === 'key' ? '/key/v1/call-names' : '/admin/v1/call-names';
  return api.useQuery('get', path, { params: { query: useOwn({ key_id: keyId }) } });
}

/** Sums of usage since a time, grouped by `by`; optionally refetched. */
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

/** Latency since a time. */
export function useLatency(from: string) {
  const { kind } = useVisitor();
  const path = kind === 'key' ? '/key/v1/latency' : '/admin/v1/latency';
  const options = { refetchInterval: liveInterval, placeholderData: keepPreviousData };
  return api.useQuery('get', path, { params: { query: { from } } }, options);
}

/** The newest exchanges, refetched after each interval in milliseconds. */
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
  return required((await fetchClient.GET(path, { params: { path: { id } } })).data);
}

/** A key holder can only read the own key, so the parameter is not sent. */
function useOwn<Filter extends { readonly key_id?: string | undefined }>({
  key_id,
  ...rest
}: Filter) {
  const { kind } = useVisitor();
  return kind === 'key' || key_id === undefined ? rest : { ...rest, key_id };
}
