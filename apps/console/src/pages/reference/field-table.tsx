/** A table of fields with types, constraints and descriptions. */
import { useLanguage } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Table } from '../../ui/table.tsx';
import type { FieldRow } from './schema-fields.ts';

/** Complete class names, so that Tailwind finds them. */
const indents = ['', 'pl-4', 'pl-8', 'pl-12', 'pl-16'] as const;

export function FieldTable({
  label,
  rows,
}: {
  readonly label: string;
  readonly rows: readonly FieldRow[];
}) {
  const { t } = useLanguage();
  if (rows.length === 0) return <p className="px-5 pb-4 text-muted">{t('reference.noFields')}</p>;
  return (
    <Table
      label={label}
      rows={rows.map((row, place) => ({ ...row, place }))}
      rowKey={({ place }) => place}
      columns={[
        {
          id: 'field',
          title: t('reference.field'),
          cell: ({ path, depth, type, isRequired }) => (
            <span className={`block @2xl:w-56 ${indents[depth] ?? 'pl-16'}`}>
              <code className="font-mono text-xs font-semibold">{path.split('.').at(-1)}</code>{' '}
              {isRequired && <Badge tone="accent">{t('reference.required')}</Badge>}
              <span className="block font-mono text-xs text-muted">{type}</span>
            </span>
          ),
        },
        {
          id: 'meaning',
          title: t('reference.meaning'),
          cell: ({ description, limits }) => (
            <>
              {description}
              {limits.length > 0 && (
                <span className="block font-mono text-xs break-all text-muted">
                  {limits.join(' · ')}
                </span>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
