/** The page of requests: in pages, or live. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Maximize2, Radio, RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { refresh } from '../../api/client.ts';
import type { ExchangeFilters } from '../../api/records.ts';
import { useIsOperator, useSurface } from '../../api/surface.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { buttonClass, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CsvButton } from '../../ui/download.tsx';
import { Page } from '../../ui/page.tsx';
import { RequestDetail } from '../request/request-detail.tsx';
import { Filters } from './filters.tsx';
import { HistoryList } from './history-list.tsx';
import { LiveList } from './live-list.tsx';
import { filtersOf, type RequestsSearch } from './search.ts';

export function RequestsPage() {
  const { t } = useLanguage();
  const search = useSearch({ from: '/requests' });
  const navigate = useNavigate({ from: '/requests' });
  const [active, setActive] = useState(search.open);
  const filters = useStableFilters(search);
  const go = (changes: RequestsSearch, replace = false) =>
    void navigate({ search: changes, replace, resetScroll: false });
  const onFilter = (changed: ExchangeFilters) => {
    setActive(undefined);
    go({ ...changed, ...(search.live && { live: true }) });
  };
  const list = {
    filters,
    active,
    onActivate: setActive,
    onOpen: (id: string) => go({ ...search, open: id }, search.open !== undefined),
    isOpen: search.open !== undefined,
  };
  return (
    <Page
      title={t('nav.requests')}
      description={t('requests.description')}
      actions={<Actions filters={filters} isLive={search.live === true} />}
    >
      <Filters filters={filters} onChange={onFilter} />
      {search.live ? <LiveList {...list} /> : <HistoryList {...list} />}
      <Drawer id={search.open} onClose={() => go(without(search, 'open'), true)} />
    </Page>
  );
}

function Actions({
  filters,
  isLive,
}: {
  readonly filters: ExchangeFilters;
  readonly isLive: boolean;
}) {
  const { t } = useLanguage();
  const path = useSurface()('/admin/v1/exchanges');
  return (
    <>
      {!isLive && (
        <IconButton label={t('requests.refresh')} onClick={() => void refresh(path)}>
          <RefreshCw aria-hidden className="size-4" />
        </IconButton>
      )}
      <CsvButton path={path} query={{ ...filters }} name="requests.csv" />
      <Link
        to="/requests"
        search={isLive ? filters : { ...filters, live: true }}
        role="switch"
        aria-checked={isLive}
        className={buttonClass(isLive ? 'primary' : 'secondary')}
      >
        <Radio aria-hidden className="size-4" />
        {t('requests.live')}
      </Link>
    </>
  );
}

function Drawer({
  id,
  onClose,
}: {
  readonly id: string | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useLanguage();
  return (
    <Dialog
      title={id ?? ''}
      description={
        id !== undefined && (
          <Link
            to="/requests/$id"
            params={{ id }}
            className="inline-flex items-center gap-1.5 text-accent underline underline-offset-2"
          >
            <Maximize2 aria-hidden className="size-3.5" />
            {t('requests.openPage')}
          </Link>
        )
      }
      placement="side"
      isOpen={id !== undefined}
      onClose={onClose}
    >
      {id !== undefined && <RequestDetail key={id} id={id} />}
    </Dialog>
  );
}

/** The filters of the URL that this visitor may use; the same object while they are equal. */
function useStableFilters(search: RequestsSearch): ExchangeFilters {
  const text = JSON.stringify(filtersOf(search, useIsOperator()));
  return useMemo(() => JSON.parse(text) as ExchangeFilters, [text]);
}

function without(search: RequestsSearch, name: 'open'): RequestsSearch {
  return { ...search, [name]: undefined };
}
