/** The names of tokens, users and programs by their actor in the audit log. */
import { api } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';

export function useActorNames(): ReadonlyMap<string, string> {
  const { t } = useLanguage();
  const tokens = api.useQuery('get', '/admin/v1/tokens');
  const users = api.useQuery('get', '/admin/v1/users', { params: { query: { limit: 1000 } } });
  return new Map([
    ['cli', t('settings.commandLine')],
    ['gateway', t('settings.gateway')],
    ...(tokens.data?.data ?? []).map(({ id, name }) => [`token:${id}`, name] as const),
    ...(users.data?.data ?? []).map(({ id, email }) => [`user:${id}`, email] as const),
  ]);
}
