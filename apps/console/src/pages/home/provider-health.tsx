/** The health of each upstream in this process of the gateway. */
import { Link } from '@tanstack/react-router';
import { Plug } from 'lucide-react';
import { api } from '../../api/client.ts';
import { liveInterval } from '../../api/readings.ts';
import { useMayWrite } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { TargetState } from '../../routing/target-state.tsx';
import { shownStateOf, type Health } from '../../routing/upstream-state.ts';
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Ago } from '../../ui/values.tsx';
import { hasOnlyDemo } from '../providers/upstream-facts.ts';

export function useHealth() {
  return api.useQuery('get', '/admin/v1/health', {}, { refetchInterval: liveInterval });
}

export function ProviderHealth() {
  const { t } = useLanguage();
  const { data, error, refetch } = useHealth();
  return (
    <Card
      title={t('home.providers')}
      actions={
        <Link to="/providers" className="text-sm text-accent hover:underline">
          {t('home.open')}
        </Link>
      }
    >
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton />}
      <ul className="flex max-h-80 flex-col gap-3 overflow-y-auto">
        {data?.data.map((health) => (
          <Entry key={health.upstream} health={health} />
        ))}
      </ul>
      {data !== undefined && hasOnlyDemo(data.data.map(({ provider }) => provider)) && (
        <NoProvider />
      )}
    </Card>
  );
}

function Entry({ health }: { readonly health: Health }) {
  const { t } = useLanguage();
  const { upstream, failures, models, last_success_at: success, last_failure } = health;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 flex-auto font-medium break-all">{upstream}</span>
      <span className="text-xs text-muted">
        {models !== null && t('home.models', { count: models })}
        {success !== null && (
          <>
            {' · '}
            <Ago time={success} />
          </>
        )}
      </span>
      <TargetState state={shownStateOf(health)} />
      {failures > 0 && last_failure?.message && (
        <span className="basis-full text-xs text-bad">{last_failure.message}</span>
      )}
    </li>
  );
}

/** The next step of somebody who has just started the gateway. */
function NoProvider() {
  const { t } = useLanguage();
  const mayWrite = useMayWrite();
  return (
    <div className="mt-4">
      <EmptyState
        icon={Plug}
        title={t('providers.none')}
        action={
          mayWrite && (
            <Link to="/providers" search={{ create: true }} className={buttonClass()}>
              {t('providers.add')}
            </Link>
          )
        }
      />
    </div>
  );
}
