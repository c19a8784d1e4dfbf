/** What the gateway has under a name: requests, keys, models, providers, people and accounts, for the command palette. */
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { useCallNames } from '../api/readings.ts';
import { useIsOperator } from '../api/surface.ts';
import type { PlainMessageKey } from '../i18n/messages.ts';
import { useLanguage } from '../i18n/provider.tsx';
import { hideSecret } from '../search/hide-secret.ts';

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly run: () => void;
}

/** Shorter texts match too much. */
const shortest = 2;
/** Maximum number of results of one kind. */
const most = 5;
const requestId = /^req_[\da-f]{32}$/;

/** @param typed without spaces at its ends */
export function useFound(typed: string): readonly Command[] {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const query = hideSecret(typed);
  const lists = useLists(query);
  if (query.length < shortest) return [];
  const search = (kind: PlainMessageKey, names: readonly Named[], open: Open): Command[] =>
    names
      .filter(({ texts }) => texts.some((text) => includes(text, query)))
      .slice(0, most)
      .map(({ id, texts: [name = id] }) => ({
        id: `${kind}-${id}`,
        title: `${t(kind)}: ${name}`,
        run: () => void open(id),
      }));
  const request: Command = requestId.test(query)
    ? {
        id: 'request',
        title: t('shell.openRequest', { query }),
        run: () => void navigate({ to: '/requests/$id', params: { id: query } }),
      }
    : {
        id: 'search-requests',
        title: t('shell.searchRequests', { query }),
        run: () => void navigate({ to: '/requests', search: { query } }),
      };
  return [
    ...search('shell.keyHolder', lists.keys, (id) => navigate({ to: '/keys/$id', params: { id } })),
    ...search('requests.model', lists.models, (model) =>
      navigate({ to: '/models', search: { model } }),
    ),
    ...search('requests.upstream', lists.upstreams, (upstream) =>
      navigate({ to: '/providers', search: { upstream } }),
    ),
    ...search('settings.person', lists.people, () => navigate({ to: '/settings' })),
    ...search('requests.account_id', lists.accounts, () => navigate({ to: '/ledger' })),
    request,
  ];
}

type Open = (id: string) => Promise<void>;

/** Found by any of its texts, the first of which is shown. */
interface Named {
  readonly id: string;
  readonly texts: readonly string[];
}

/** The gateway searches the keys, of which there may be very many. */
function useLists(query: string) {
  const enabled = useIsOperator() && query.length >= shortest;
  const whole = { params: { query: { limit: 1_000 } } };
  const keys = api.useQuery(
    'get',
    '/admin/v1/keys',
    { params: { query: { query, limit: most } } },
    { enabled, placeholderData: keepPreviousData },
  ).data;
  const models = useCallNames().data;
  const upstreams = api.useQuery('get', '/admin/v1/upstreams', {}, { enabled }).data;
  const people = api.useQuery('get', '/admin/v1/users', whole, { enabled }).data;
  const accounts = api.useQuery('get', '/admin/v1/accounts', whole, { enabled }).data;
  return {
    keys: (keys?.data ?? []).map(({ id, name, display }) => ({ id, texts: [name, display, id] })),
    models: (models?.data ?? []).map(({ name }) => ({ id: name, texts: [name] })),
    upstreams: (upstreams?.data ?? []).map(({ name }) => ({ id: name, texts: [name] })),
    people: (people?.data ?? []).map(({ id, email, name }) => ({ id, texts: [email, name ?? ''] })),
    accounts: (accounts?.data ?? []).map(({ id, name }) => ({ id, texts: [name, id] })),
  };
}

function includes(text: string, part: string): boolean {
  return text.toLocaleLowerCase().includes(part.toLocaleLowerCase());
}
