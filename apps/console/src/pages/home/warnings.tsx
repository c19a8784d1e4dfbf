/** Warnings: open circuit breakers, refused credentials, quarantined charges and keys that will stop working. */
import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { api, type View } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { refusesGateway } from '../../routing/upstream-state.ts';
import { paging, useSearchOn } from '../../ui/load-more.tsx';
import { useHealth } from './provider-health.tsx';

/** Refetch interval, in milliseconds. */
const interval = 60_000;
/** Maximum number of keys of each kind; the list of keys has all. */
const shownKeys = 5;

export function Warnings() {
  const { t, format } = useLanguage();
  const [now] = useState(() => Date.now());
  const health = useHealth();
  const quarantined = api.useQuery(
    'get',
    '/admin/v1/exchanges',
    { params: { query: { pricing: 'quarantined', limit: 1 } } },
    { refetchInterval: interval },
  );
  const exhausted = api.useInfiniteQuery(
    'get',
    '/admin/v1/keys',
    { params: { query: { status: 'quota_exhausted', limit: shownKeys } } },
    { ...paging, staleTime: 5 * interval },
  );
  useSearchOn(exhausted);
  const expiring = api.useQuery(
    'get',
    '/admin/v1/keys',
    { params: { query: { status: 'active', expires_within_days: 7, limit: 1_000 } } },
    { staleTime: 5 * interval },
  );
  const troubled =
    health.data?.data.filter((each) => each.state === 'resting' || refusesGateway(each)) ?? [];
  const ending = [
    ...(exhausted.data?.pages.flatMap(({ data }) => data) ?? []),
    ...(expiring.data?.data ?? [])
      .toSorted((one, other) => timeOf(one) - timeOf(other))
      .slice(0, shownKeys),
  ];
  const hasMoney = (quarantined.data?.data.length ?? 0) > 0;
  if (troubled.length === 0 && ending.length === 0 && !hasMoney) return null;
  return (
    <section
      aria-label={t('home.warnings')}
      className="rounded-xl bg-warn-soft px-5 py-4 text-warn"
    >
      <h2 className="flex items-center gap-2 text-sm font-semibold">
        <CircleAlert aria-hidden className="size-4" />
        {t('home.warnings')}
      </h2>
      <ul className="mt-2 flex flex-col gap-1">
        {troubled.map((each) => (
          <li key={each.upstream}>
            {t(refusesGateway(each) ? 'home.refusedWarning' : 'home.restingWarning', {
              name: each.upstream,
            })}{' '}
            <Link to="/providers" search={{ upstream: each.upstream }} className="underline">
              {t('home.open')}
            </Link>
          </li>
        ))}
        {hasMoney && (
          <li>
            {t('home.quarantined')}{' '}
            <Link to="/ledger" className="underline">
              {t('home.open')}
            </Link>
          </li>
        )}
        {ending.map(({ id, name, expires_at: expiry, status }) => (
          <li key={id}>
            {status === 'quota_exhausted' || expiry === null
              ? t('home.keyExhausted', { name })
              : t('home.keyExpiring', { name, time: format.ago(expiry, now) })}{' '}
            <Link to="/keys/$id" params={{ id }} className="underline">
              {t('home.open')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function timeOf({ expires_at: expiry }: View<'Key'>): number {
  return Date.parse(expiry ?? '');
}
