/** The live list: the state of the connection, and the number of held rows. */
import { ArrowUp, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { ExchangeFilters } from '../../api/records.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { NoRequests } from './no-requests.tsx';
import { RequestList, type ListProps } from './request-list.tsx';
import type { TailView } from './tail.ts';
import { useTail } from './use-tail.ts';
import { useIsScrolled } from './visible-rows.ts';

type Props = Omit<ListProps, 'rows'> & { readonly filters: ExchangeFilters };

export function LiveList({ filters, ...list }: Props) {
  const { t, format } = useLanguage();
  const [isPaused, setPaused] = useState(false);
  const isScrolled = useIsScrolled();
  const tail = useTail(filters, isPaused || isScrolled || list.isOpen || list.active !== undefined);
  const showNew = () => {
    list.onActivate(undefined);
    setPaused(false);
    window.scrollTo({ top: 0 });
  };
  if (tail.error !== undefined) return <ErrorNotice error={tail.error} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <ConnectionState tail={tail} isPaused={isPaused} />
        <Button onClick={() => setPaused(!isPaused)}>
          {isPaused ? (
            <Play aria-hidden className="size-4" />
          ) : (
            <Pause aria-hidden className="size-4" />
          )}
          {t(isPaused ? 'requests.resume' : 'requests.pause')}
        </Button>
        <span className="text-xs text-muted max-md:hidden">{t('requests.keys')}</span>
      </div>
      {tail.hasGap && <Notice tone="warn">{t('requests.gap')}</Notice>}
      {tail.skipped > 0 && (
        <Notice tone="warn">{t('requests.skipped', { count: format.count(tail.skipped) })}</Notice>
      )}
      {/* Without a height of its own, so that nothing moves when it appears. */}
      <div className="sticky top-16 z-20 -my-2.5 flex h-0 justify-center md:top-3">
        {tail.waiting > 0 && (
          <button type="button" onClick={showNew} className={`${buttonClass('primary')} shadow-lg`}>
            <ArrowUp aria-hidden className="size-4" />
            {t('requests.showNew', { count: tail.waiting })}
          </button>
        )}
      </div>
      {tail.rows.length === 0 ? (
        <NoRequests filters={filters} isWaiting />
      ) : (
        <RequestList rows={tail.rows} {...list} />
      )}
    </>
  );
}

const dots = { connecting: 'bg-line-strong', live: 'bg-good', retrying: 'bg-warn' } as const;

function ConnectionState({
  tail: { connection },
  isPaused,
}: {
  readonly tail: TailView;
  readonly isPaused: boolean;
}) {
  const { t } = useLanguage();
  const words = {
    connecting: t('requests.connecting'),
    live: t(isPaused ? 'requests.isPaused' : 'requests.isLive'),
    retrying: t('requests.retrying'),
  };
  return (
    <span role="status" className="inline-flex items-center gap-2">
      <span
        aria-hidden
        className={`size-2 rounded-full ${isPaused ? 'bg-line-strong' : dots[connection]}`}
      />
      {words[connection]}
    </span>
  );
}
