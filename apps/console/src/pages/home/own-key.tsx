/** The limits of the key that is signed in. */
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { liveInterval } from '../../api/readings.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Ago } from '../../ui/values.tsx';
import { KeyStatus } from '../keys/key-status.tsx';
import { LimitList } from '../keys/limit-list.tsx';

export function OwnKey() {
  const { t } = useLanguage();
  const { data, error, refetch } = api.useQuery(
    'get',
    '/key/v1/key',
    {},
    { refetchInterval: liveInterval },
  );
  return (
    <Card
      title={t('home.key')}
      actions={
        <Link to="/setup" className="text-sm text-accent hover:underline">
          {t('nav.setup')}
        </Link>
      }
    >
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton />}
      {data !== undefined && (
        <div className="flex flex-col gap-4">
          <p className="flex flex-wrap items-center gap-2">
            <KeyStatus status={data.status} />
            <span className="min-w-0 font-medium">{data.name}</span>
            <span className="font-mono text-xs text-muted">{data.display}</span>
          </p>
          <LimitList of={data} />
          <p className="text-xs text-muted">
            {t('keys.expires')}: <Ago time={data.expires_at} />
          </p>
        </div>
      )}
    </Card>
  );
}
