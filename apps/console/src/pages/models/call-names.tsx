/** The call names of a group or a key, with prices and targets. */
import { Boxes, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useVisitor } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { ScopePicker } from '../../routing/scope-picker.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { useColumns } from './columns.tsx';
import { ModelDrawer } from './model-drawer.tsx';
import { findRows, mainName, sortRows, type ModelRow } from './model-rows.ts';
import { useModelsSearch } from './search.ts';
import { useCallNames } from './use-call-names.ts';

/** Number of rows rendered at first and added at each step. */
const pageSize = 100;

export function CallNames() {
  const { t } = useLanguage();
  const { kind } = useVisitor();
  const { search, change } = useModelsSearch();
  const { rows, error, retry } = useCallNames();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        {kind === 'operator' && (
          <ScopePicker
            scope={search}
            onChange={({ key_id, group }) => change({ key_id, group, model: undefined })}
          />
        )}
        <div className="min-w-48 flex-1">
          <TextField
            type="search"
            label={t('shell.search')}
            placeholder={t('models.searchHint')}
            value={search.query ?? ''}
            onInput={({ currentTarget: { value } }) =>
              change({ query: value || undefined }, { replace: true })
            }
          />
        </div>
      </div>
      {error !== null ? (
        <ErrorNotice error={error} onRetry={retry} />
      ) : rows === undefined ? (
        <Skeleton rows={8} />
      ) : (
        <Rows key={`${search.group ?? ''} ${search.key_id ?? ''}`} rows={rows} />
      )}
    </div>
  );
}

function Rows({ rows }: { readonly rows: readonly ModelRow[] }) {
  const { t, format } = useLanguage();
  const { search, change } = useModelsSearch();
  const [shown, setShown] = useState(pageSize);
  const open = (row: ModelRow) => change({ model: mainName(row) });
  const columns = useColumns(rows, open);
  const found = sortRows(findRows(rows, search.query ?? ''), search.sort);
  const opened = search.explain ? undefined : rows.find((row) => mainName(row) === search.model);
  if (rows.length === 0) {
    return <EmptyState icon={Boxes} title={t('models.none')} />;
  }
  return (
    <>
      {found.length === 0 ? (
        <EmptyState icon={SearchX} title={t('shell.noResults')} />
      ) : (
        <Card isFlush>
          <Table
            label={t('models.callNames')}
            columns={columns}
            rows={found.slice(0, shown)}
            rowKey={({ id }) => id}
            sort={search.sort}
            onSort={(sort) => change({ sort }, { replace: true })}
          />
        </Card>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 text-xs text-muted">
        <p>
          {t('models.count', { count: format.count(found.length) })} {t('models.pricesAre')}
        </p>
        {found.length > shown && (
          <Button onClick={() => setShown(shown + pageSize)}>{t('shell.loadMore')}</Button>
        )}
      </div>
      {opened !== undefined && (
        <ModelDrawer row={opened} onClose={() => change({ model: undefined })} />
      )}
    </>
  );
}
