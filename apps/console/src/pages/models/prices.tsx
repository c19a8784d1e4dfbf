/** The prices of the file and the store, which override the catalogue. */
import { CircleDollarSign } from 'lucide-react';
import { useState } from 'react';
import { useMayWrite } from '../../api/visitor.tsx';
import { textOf } from '../../configuration/draft.ts';
import { useEntities, type Entity } from '../../configuration/entities.ts';
import {
  DeleteEntityDialog,
  EntityDrawer,
  EntityMenu,
  ManagedBadge,
} from '../../configuration/entity-drawer.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, EmptyState, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { formatPrice } from './model-rows.ts';
import { PriceEditor } from './price-editor.tsx';
import { useModelsSearch } from './search.ts';

export function Prices() {
  const { t } = useLanguage();
  const mayWrite = useMayWrite();
  const { search, change } = useModelsSearch();
  const { data, error, refetch } = useEntities('price');
  const [deleted, setDeleted] = useState<Entity>();
  const columns = usePriceColumns((entity) => change({ open: entity.name }), setDeleted);
  const close = () => change({ open: undefined, create: undefined, match: undefined });
  const notice = error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return notice || <Skeleton />;
  const prices = data.data;
  return (
    <div className="flex flex-col gap-4">
      {notice}
      <p className="max-w-prose text-muted">{t('models.pricesHint')}</p>
      {prices.length === 0 ? (
        <EmptyState
          icon={CircleDollarSign}
          title={t('models.noPrices')}
          action={
            mayWrite && (
              <Button onClick={() => change({ create: true })}>{t('models.addPrice')}</Button>
            )
          }
        />
      ) : (
        <Card isFlush>
          <Table
            label={t('models.prices')}
            columns={columns}
            rows={prices}
            rowKey={({ name }) => name}
          />
        </Card>
      )}
      <EntityDrawer
        entities={prices}
        open={search.open}
        isNew={search.create ?? false}
        onClose={close}
        editor={(entity) => (
          <PriceEditor
            key={entity?.name}
            entity={entity}
            match={search.match}
            taken={prices.map(({ name }) => name)}
            onClose={close}
          />
        )}
      />
      <DeleteEntityDialog entity={deleted} onClose={() => setDeleted(undefined)} />
    </div>
  );
}

function usePriceColumns(
  onOpen: (entity: Entity) => void,
  onDelete: (entity: Entity) => void,
): readonly Column<Entity>[] {
  const { t } = useLanguage();
  const rate = (field: string, title: string) => ({
    id: field,
    title,
    isNumber: true,
    cell: ({ configuration }: Entity) => {
      const amount = textOf(configuration[field]);
      return amount === '' ? <span className="text-muted">–</span> : formatPrice(amount);
    },
  });
  return [
    {
      id: 'match',
      title: t('models.match'),
      cell: (entity) => (
        <span className="flex flex-wrap items-center gap-2 @max-2xl:justify-end">
          <button
            type="button"
            onClick={() => onOpen(entity)}
            className="rounded text-left font-mono text-[0.8125rem] font-medium break-all hover:text-accent hover:underline"
          >
            {textOf(entity.configuration['match'])}
          </button>
          {entity.configuration['free'] === true && <Badge tone="good">{t('models.free')}</Badge>}
          <ManagedBadge entity={entity} />
        </span>
      ),
    },
    {
      id: 'from',
      title: t('models.from'),
      cell: ({ configuration }) => textOf(configuration['from']) || t('models.always'),
    },
    rate('input', t('models.input')),
    rate('output', t('models.output')),
    rate('cache_read', t('models.cacheRead')),
    {
      id: 'actions',
      title: t('models.actions'),
      isQuiet: true,
      cell: (entity) => (
        <EntityMenu
          entity={entity}
          onOpen={() => onOpen(entity)}
          onDelete={() => onDelete(entity)}
        />
      ),
    },
  ];
}
