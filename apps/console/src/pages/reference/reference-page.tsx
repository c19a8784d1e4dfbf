/** The API reference, made from the OpenAPI document of this gateway. */
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { api } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { TextField } from '../../ui/field.tsx';
import { ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { groupOperations, listOperations, type ApiDocument, type Operation } from './document.ts';
import { OperationView } from './operation-view.tsx';

export function ReferencePage() {
  const { t } = useLanguage();
  const description = api.useQuery('get', '/admin/v1/openapi.json', {}, { staleTime: Infinity });
  return (
    <Page title={t('nav.api')} description={t('reference.description')}>
      {description.isPending && <Skeleton rows={8} />}
      {description.isError && (
        <ErrorNotice error={description.error} onRetry={() => void description.refetch()} />
      )}
      {description.data && <Reference document={description.data as unknown as ApiDocument} />}
    </Page>
  );
}

function Reference({ document }: { readonly document: ApiDocument }) {
  const { t } = useLanguage();
  const { operation: wanted } = useSearch({ from: '/api' });
  const operations = useMemo(() => listOperations(document), [document]);
  const shown = operations.find(({ id }) => id === wanted) ?? operations[0];
  return (
    <div className="grid items-start gap-5 md:grid-cols-[19rem_minmax(0,1fr)]">
      <OperationList operations={operations} shown={shown} />
      {wanted !== undefined && shown?.id !== wanted && <p role="alert">{t('reference.unknown')}</p>}
      {shown && (wanted === undefined || shown.id === wanted) && (
        <OperationView key={shown.id} operation={shown} schemas={document.components.schemas} />
      )}
    </div>
  );
}

function OperationList({
  operations,
  shown,
}: {
  readonly operations: readonly Operation[];
  readonly shown: Operation | undefined;
}) {
  const { t } = useLanguage();
  const [query, setQuery] = useState('');
  const groups = groupOperations(operations, query);
  return (
    <nav
      aria-label={t('reference.operations')}
      className="flex flex-col gap-3 overflow-hidden rounded-xl border bg-surface max-md:max-h-96 md:sticky md:top-6 md:max-h-[calc(100dvh-3rem)]"
    >
      <div className="px-4 pt-4">
        <TextField
          label={t('shell.search')}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      <div className="min-h-0 overflow-y-auto px-2 pb-3">
        {[...groups].map(([group, members]) => (
          <details key={group} open={query !== '' || shown?.group === group || undefined}>
            <summary className="px-2 py-1.5 text-xs font-semibold text-muted">{group}</summary>
            <ul>
              {members.map((operation) => (
                <li key={operation.id}>
                  <Link
                    to="/api"
                    search={{ operation: operation.id }}
                    aria-current={operation === shown ? 'page' : undefined}
                    className="block rounded-lg px-2 py-1.5 hover:bg-sunken aria-[current]:bg-accent-soft"
                  >
                    <span className="block truncate">{operation.summary}</span>
                    <span className="flex gap-2 font-mono text-xs text-muted">
                      <Method name={operation.method} />
                      <span className="truncate">{operation.path}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </details>
        ))}
        {groups.size === 0 && <p className="px-2 text-muted">{t('shell.noResults')}</p>}
      </div>
    </nav>
  );
}

const methodColors: Readonly<Record<string, string>> = {
  GET: 'text-good',
  DELETE: 'text-bad',
};

export function Method({ name }: { readonly name: string }) {
  return <span className={`font-semibold ${methodColors[name] ?? 'text-accent'}`}>{name}</span>;
}
