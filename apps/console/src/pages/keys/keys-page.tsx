/** The page of keys: search, create, change and delete. */
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { api, refresh, type View } from '../../api/client.ts';
import { useMayWrite } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadMore, paging, useSearchOn } from '../../ui/load-more.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { DeleteKeyDialog } from './delete-dialog.tsx';
import { CreateKeyDialog } from './key-dialog.tsx';
import { KeyFilters } from './key-filters.tsx';
import { KeyTable } from './key-table.tsx';
import { RotateKeyDialog } from './rotate-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

type Key = View<'Key'>;

/** Actions affect only keys that are shown, so another filter clears the selection. */
interface Selection {
  readonly filter: string;
  readonly keys: ReadonlyMap<string, Key>;
}

const route = getRouteApi('/keys');

export function KeysPage() {
  const { t } = useLanguage();
  const mayWrite = useMayWrite();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [created, setCreated] = useState<View<'CreatedKey'>>();
  const show = (create: true | undefined) =>
    void navigate({
      search: ({ create: _, ...rest }) => (create ? { ...rest, create } : rest),
      // Back must not open a dialog that was closed.
      replace: create === undefined,
    });
  return (
    <Page
      title={t('nav.keys')}
      description={t('keys.description')}
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => show(true)}>
            <Plus aria-hidden className="size-4" />
            {t('shell.createKey')}
          </Button>
        )
      }
    >
      <KeyFilters
        search={search}
        onChange={(change) =>
          void navigate({
            search: (before) => withoutEmpty({ ...before, ...change }),
            replace: true,
          })
        }
      />
      <KeyList onCreate={() => show(true)} onRotated={setCreated} />
      <CreateKeyDialog
        isOpen={mayWrite && search.create === true}
        onClose={() => show(undefined)}
        onCreated={(key) => {
          setCreated(key);
          show(undefined);
        }}
      />
      <SecretDialog created={created} onClose={() => setCreated(undefined)} />
    </Page>
  );
}

function KeyList({
  onCreate,
  onRotated,
}: {
  readonly onCreate: () => void;
  readonly onRotated: (created: View<'CreatedKey'>) => void;
}) {
  const { t } = useLanguage();
  const mayWrite = useMayWrite();
  const { create: _, ...filter } = route.useSearch();
  const list = useKeys(filter);
  const [selection, setSelection] = useState<Selection>({ filter: '', keys: new Map() });
  // By their ids, so that the dialogs have the newest version after a change of somebody else.
  const [rotating, setRotating] = useState<string>();
  const [deleting, setDeleting] = useState<string>();
  const isSearching = useSearchOn(list);
  if (list.error === null && (list.data === undefined || isSearching)) return <Skeleton rows={8} />;
  if (list.data === undefined) {
    return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  }
  const keys = list.data.pages.flatMap(({ data }) => data);
  const shown = JSON.stringify(filter);
  const selected = toMap(
    keys.filter(({ id }) => selection.filter === shown && selection.keys.has(id)),
  );
  const setSelected = (chosen: Selection['keys']) => setSelection({ filter: shown, keys: chosen });
  const isNarrowed = Object.keys(filter).length > 0;
  const isWhole = keys.length > 0 && keys.every(({ id }) => selected.has(id));
  return (
    <>
      <BulkBar keys={[...selected.values()]} onClear={() => setSelected(new Map())} />
      {keys.length === 0 ? (
        <EmptyState
          icon={KeyRound}
          title={t(
            list.hasNextPage ? 'keys.noMatchYet' : isNarrowed ? 'keys.noMatch' : 'keys.none',
          )}
          action={
            mayWrite &&
            !isNarrowed && (
              <Button look="primary" onClick={onCreate}>
                {t('shell.createKey')}
              </Button>
            )
          }
        />
      ) : (
        <Card isFlush>
          {mayWrite && (
            <label className="flex min-h-9 items-center gap-2 px-4 text-xs text-muted">
              <input
                type="checkbox"
                checked={isWhole}
                onChange={() => setSelected(isWhole ? new Map() : toMap(keys))}
                className="size-4 accent-accent-solid pointer-coarse:size-6"
              />
              {t('keys.selectAll')}
            </label>
          )}
          <KeyTable
            keys={keys}
            selected={selected}
            onSelect={(key, isSelected) => setSelected(toggle(selected, key, isSelected))}
            onRotate={({ id }) => setRotating(id)}
            onDelete={({ id }) => setDeleting(id)}
          />
        </Card>
      )}
      {list.error !== null && <ErrorNotice error={list.error} />}
      <LoadMore pages={list} />
      <RotateKeyDialog
        of={keys.find(({ id }) => id === rotating)}
        onClose={() => setRotating(undefined)}
        onRotated={(key) => {
          onRotated(key);
          void refresh('/admin/v1/keys');
        }}
      />
      <DeleteKeyDialog
        of={keys.find(({ id }) => id === deleting)}
        onClose={() => setDeleting(undefined)}
      />
    </>
  );
}

function useKeys(filter: Readonly<Record<string, string>>) {
  return api.useInfiniteQuery(
    'get',
    '/admin/v1/keys',
    { params: { query: { limit: 100, ...filter } } },
    { ...paging, placeholderData: keepPreviousData },
  );
}

function toggle(selected: ReadonlyMap<string, Key>, key: Key, isSelected: boolean) {
  const next = new Map(selected);
  if (isSelected) next.set(key.id, key);
  else next.delete(key.id);
  return next;
}

function toMap(keys: readonly Key[]): ReadonlyMap<string, Key> {
  return new Map(keys.map((key) => [key.id, key]));
}

function withoutEmpty<Fields extends object>(fields: Fields): Fields {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Fields;
}
