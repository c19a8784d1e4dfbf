/** The health of each upstream in this process of the gateway. */
import { Link } from '@tanstack/react-router';
import { Plug } from 'lucide-react';
import { api } from '../../api/client.ts';
import { liveInterval } from '../../api/readings.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Badge, EmptyState, ErrorNotice, Skeleton, type Tone } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Ago } from '../../ui/values.tsx';

const tones = { ready: 'good', resting: 'bad', untried: 'neutral' } as const satisfies Record<
  string,
  Tone
>;

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
      {data?.data.length === 0 && (
        <EmptyState
          icon={Plug}
          title={t('home.noProviders')}
          action={
            <Link to="/providers" className={buttonClass('primary')}>
              {t('home.addProvider')}
            </Link>
          }
        />
      )}
      <ul className="flex max-h-80 flex-col gap-3 overflow-y-auto">
        {data?.data.map(({ upstream, state, models, last_success_at: success, last_failure }) => (
          <li key={upstream} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 font-medium break-all">{upstream}</span>
            <span className="text-xs text-muted">
              {models !== null && t('home.models', { count: models })}
              {success !== null && (
                <>
                  {' · '}
                  <Ago time={success} />
                </>
              )}
            </span>
            <Badge tone={tones[state]}>{t(`home.${state}`)}</Badge>
            {state === 'resting' && last_failure?.message && (
              <span className="basis-full text-xs break-words text-bad">
                {last_failure.message}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
