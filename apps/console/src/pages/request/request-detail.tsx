/** All details of one request, for its page and for the drawer of the list. */
import { Link } from '@tanstack/react-router';
import { MessagesSquare, SearchX } from 'lucide-react';
import { api } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import type { Exchange } from '../../api/records.ts';
import { useSurface } from '../../api/surface.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Cost } from './cost.tsx';
import { Failure } from './failure.tsx';
import { Overview } from './overview.tsx';
import { TokenTable, Translation } from './usage.tsx';
import { Waterfall } from './waterfall.tsx';

export function RequestDetail({ id }: { readonly id: string }) {
  const { t } = useLanguage();
  const surface = useSurface();
  const found = api.useQuery('get', surface('/admin/v1/exchanges/{id}'), {
    params: { path: { id } },
  });
  if (found.isPending) return <Skeleton rows={8} />;
  if (found.isError) {
    if (found.error instanceof ApiError && found.error.status === 404) {
      return (
        <EmptyState icon={SearchX} title={t('requests.notFound')}>
          {t('requests.notFoundHint')} {t('requests.unrecorded')}
        </EmptyState>
      );
    }
    return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  }
  const exchange: Exchange = found.data;
  return (
    <div className="grid items-start gap-5 @3xl:grid-cols-2">
      <div className="min-w-0 empty:hidden @3xl:col-span-2">
        <Failure exchange={exchange} />
      </div>
      <Card title={t('requests.overview')} actions={<Actions exchange={exchange} />}>
        <Overview exchange={exchange} />
      </Card>
      <div className="flex min-w-0 flex-col gap-5">
        <Card title={t('requests.timeline')}>
          <Waterfall exchange={exchange} />
        </Card>
        <Card title={t('requests.explain')}>
          <Cost id={id} />
        </Card>
        <Card title={t('requests.tokens')}>
          <TokenTable exchange={exchange} />
        </Card>
        <Card title={t('requests.translation')}>
          <Translation exchange={exchange} />
        </Card>
      </div>
    </div>
  );
}

function Actions({ exchange }: { readonly exchange: Exchange }) {
  const { t } = useLanguage();
  return (
    <div className="flex gap-1">
      <Link
        to="/playground"
        search={{ model: exchange.model, key_id: exchange.key_id }}
        className={buttonClass('quiet')}
      >
        <MessagesSquare aria-hidden className="size-4" />
        {t('requests.toPlayground')}
      </Link>
      <CopyButton text={JSON.stringify(exchange, null, 2)} label={t('requests.copyJson')} />
    </div>
  );
}
