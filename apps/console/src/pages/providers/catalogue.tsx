/** The list of providers that Parley knows, to add one. */
import { Check, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { controlClass } from '../../ui/field.tsx';
import { ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { useProvidersSearch } from './search.ts';
import { findProviders, type Provider } from './upstream-facts.ts';

export function Catalogue({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLanguage();
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { data, error, refetch } = api.useQuery('get', '/admin/v1/providers');
  const found = findProviders(data?.data ?? [], query);
  return (
    <Dialog
      title={t('providers.add')}
      description={t('providers.catalogueHint')}
      isOpen
      onClose={onClose}
      placement="side"
      initialFocus={field}
    >
      <input
        ref={field}
        type="search"
        aria-label={t('shell.search')}
        placeholder={t('providers.catalogueSearch')}
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
        className={controlClass}
      />
      <div className="mt-3" aria-live="polite">
        {error !== null ? (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton rows={8} />
        ) : found.length === 0 ? (
          <p className="py-2 text-muted">{t('providers.notInCatalogue')}</p>
        ) : (
          <ul>
            {found.map((provider) => (
              <Entry key={provider.id} provider={provider} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function Entry({ provider }: { readonly provider: Provider }) {
  const { t } = useLanguage();
  const { change } = useProvidersSearch();
  const { id, name, base_urls: urls, in_use: isUsed } = provider;
  const [address] = Object.values(urls);
  return (
    <li>
      <button
        type="button"
        onClick={() => change({ provider: id })}
        className="flex min-h-13 w-full items-center gap-3 rounded-lg px-3 py-1.5 text-left hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="truncate font-medium">{name}</span>
            {isUsed && (
              <span className="inline-flex shrink-0 items-center gap-1 text-xs text-good">
                <Check aria-hidden className="size-3" />
                {t('providers.inUse')}
              </span>
            )}
          </span>
          <span className="block truncate text-xs text-muted">
            {address ?? t('providers.ownAddress')}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
    </li>
  );
}
