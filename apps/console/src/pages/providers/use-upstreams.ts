/** Reads what the cards of upstreams show. */
import { api } from '../../api/client.ts';
import { useEntities } from '../../configuration/entities.ts';
import { joinUpstreams, type Provider } from './upstream-facts.ts';

/** Interval of refetching the health, in milliseconds. */
const interval = 10_000;

export function useUpstreams() {
  const entities = useEntities('upstream');
  const health = api.useQuery('get', '/admin/v1/health', {}, { refetchInterval: interval });
  const providers = useProviders();
  const configuration = api.useQuery('get', '/admin/v1/configuration');
  const parts = configuration.data?.parts ?? [];
  return {
    upstreams:
      entities.data &&
      joinUpstreams({ entities: entities.data.data, health: health.data?.data, providers, parts }),
    error: entities.error,
    retry: () => void entities.refetch(),
  };
}

export function useProviders(): readonly Provider[] {
  return api.useQuery('get', '/admin/v1/providers').data?.data ?? [];
}
