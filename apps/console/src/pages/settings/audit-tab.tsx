/** The audit log as sentences with details, filtered by actor, action and time. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { fetchClient, type View } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { CsvButton } from '../../ui/download.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { nounOf, subjectOf, verbOf } from './audit-sentence.ts';
import { dayAfter, startOf } from './days.ts';
import { useActorNames } from './use-actor-names.ts';

const path = '/admin/v1/audit';

export function AuditTab() {
  const { t, format } = useLanguage();
  const { tab: _, query: __, from, until, ...same } = useSearch({ from: '/settings' });
  const actors = useActorNames();
  const query = {
    ...same,
    ...(from && { from: startOf(from) }),
    ...(until && { until: dayAfter(until) }),
  };
  const list = useInfiniteQuery({
    // Uses the query key of the API client, so that changes refetch it too.
    queryKey: ['get', path, query],
    queryFn: async ({ pageParam, signal }) => {
      const after = pageParam === '' ? {} : { after: pageParam };
      const params = { query: { limit: 50, ...query, ...after } };
      return (await fetchClient.GET(path, { params, signal })).data;
    },
    initialPageParam: '',
    getNextPageParam: (page) => page?.next ?? undefined,
  });
  const entries = list.data?.pages.flatMap((page) => page?.data ?? []) ?? [];
  return (
    <Card
      title={t('settings.audit')}
      actions={<CsvButton path={path} query={query} name="audit.csv" />}
      isFlush
    >
      <AuditFilters actors={actors} />
      {list.isPending && (
        <div className="p-4 pt-0">
          <Skeleton rows={8} />
        </div>
      )}
      {list.isError && (
        <div className="p-4 pt-0">
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
        </div>
      )}
      {list.isSuccess && entries.length === 0 && (
        <div className="p-4">
          <EmptyState icon={History} title={t('shell.noResults')} />
        </div>
      )}
      {entries.length > 0 && (
        <Table
          label={t('settings.audit')}
          rows={entries}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'time',
              title: t('shell.time'),
              cell: ({ at }) => (
                <time dateTime={at} className="text-xs whitespace-nowrap text-muted">
                  {format.time(at)}
                </time>
              ),
            },
            {
              id: 'what',
              title: t('settings.what'),
              cell: (entry) => <Sentence entry={entry} actors={actors} />,
            },
          ]}
        />
      )}
      {list.hasNextPage && (
        <div className="flex justify-center border-t p-3">
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('shell.loadMore')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Sentence({
  entry,
  actors,
}: {
  readonly entry: View<'AuditEntry'>;
  readonly actors: ReadonlyMap<string, string>;
}) {
  const { t } = useLanguage();
  const { action, actor, subject_kind: kind, subject_id: id } = entry;
  const [verb, noun] = [verbOf(action), nounOf(kind)];
  const known = actors.get(`${kind === 'admin_token' ? 'token' : kind}:${id}`);
  return (
    <details className="text-left">
      <summary>
        <b className="font-medium">{actors.get(actor) ?? actor}</b> {verb ? t(verb) : action}{' '}
        {/* Who signs in or out is named already. */}
        {!action.startsWith('session.') && (
          <>
            {noun ? t(noun) : kind} <b className="font-medium">{known ?? subjectOf(entry)}</b>
          </>
        )}
      </summary>
      <pre
        tabIndex={0}
        role="region"
        aria-label={action}
        className="mt-2 max-w-full overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-xs"
      >
        {JSON.stringify(entry, null, 2)}
      </pre>
    </details>
  );
}
