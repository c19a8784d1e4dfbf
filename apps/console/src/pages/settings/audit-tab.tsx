/** What operators did: found by who, what and when, told as sentences, with all of the detail. */
import { useSearch } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { api, type View } from '../../api/client.ts';
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

export function AuditTab() {
  const { t, format } = useLanguage();
  const { tab: _, query: __, from, until, ...same } = useSearch({ from: '/settings' });
  const actors = useActorNames();
  const query = {
    ...same,
    ...(from && { from: startOf(from) }),
    ...(until && { until: dayAfter(until) }),
  };
  const list = api.useInfiniteQuery(
    'get',
    '/admin/v1/audit',
    { params: { query: { limit: 50, ...query } } },
    {
      pageParamName: 'after',
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    },
  );
  const entries = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Card
      title={t('settings.audit')}
      actions={<CsvButton path="/admin/v1/audit" query={query} name="audit.csv" />}
      isFlush
    >
      <AuditFilters actors={actors} />
      {list.isPending && <Skeleton />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
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
  const [verb, noun] = [verbOf(entry.action), nounOf(entry.subject_kind)];
  return (
    <details className="text-left">
      <summary>
        <b className="font-medium">{actors.get(entry.actor) ?? entry.actor}</b>{' '}
        {verb ? t(verb) : entry.action} {noun ? t(noun) : entry.subject_kind}{' '}
        <b className="font-medium">{subjectOf(entry)}</b>
      </summary>
      <pre
        tabIndex={0}
        role="region"
        aria-label={entry.action}
        className="mt-2 max-w-full overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-xs"
      >
        {JSON.stringify(entry, null, 2)}
      </pre>
    </details>
  );
}
