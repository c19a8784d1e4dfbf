/** Audit entries as sentences with details; used by the audit log and the alerts. */
import type { View } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Table } from '../../ui/table.tsx';
import { nounOf, subjectOf, verbOf } from './audit-sentence.ts';
import { useActorNames } from './use-actor-names.ts';

export function AuditTable({ entries }: { readonly entries: readonly View<'AuditEntry'>[] }) {
  const { t, format } = useLanguage();
  const actors = useActorNames();
  return (
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
    <details className="text-left wrap-anywhere">
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
