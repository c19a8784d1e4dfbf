/** The table of keys with their spending and actions. */
import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import type { View } from '../../api/client.ts';
import { useMayWrite } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Ago, Money } from '../../ui/values.tsx';
import { useSwitchKey } from './key-actions.ts';
import { KeyStatus } from './key-status.tsx';
import { LimitBar, nameLimit } from './limit-list.tsx';
import { fullestLimit } from './limits.ts';

type Key = View<'Key'>;

export interface KeyTableProps {
  readonly keys: readonly Key[];
  readonly selected: ReadonlyMap<string, Key>;
  readonly onSelect: (key: Key, isSelected: boolean) => void;
  readonly onRotate: (key: Key) => void;
  readonly onDelete: (key: Key) => void;
}

export function KeyTable(props: KeyTableProps) {
  const { t } = useLanguage();
  const columns = useColumns();
  const mayWrite = useMayWrite();
  const tools = useToolColumns(props);
  const [box, menu] = tools;
  return (
    <Table
      label={t('nav.keys')}
      rows={props.keys}
      rowKey={({ id }) => id}
      columns={mayWrite ? [box, ...columns, menu] : columns}
    />
  );
}

function useColumns(): readonly Column<Key>[] {
  const { t } = useLanguage();
  return [
    { id: 'name', title: t('keys.name'), cell: (key) => <KeyName of={key} /> },
    {
      id: 'groups',
      title: t('keys.group'),
      cell: ({ groups }) => (
        <span className="inline-block min-w-20 wrap-anywhere">{groups.join(', ')}</span>
      ),
    },
    {
      id: 'status',
      title: t('keys.status'),
      cell: ({ status }) => <KeyStatus status={status} />,
    },
    { id: 'spent', title: t('keys.spent'), cell: (key) => <Spent of={key} /> },
    {
      id: 'used',
      title: t('keys.lastUsed'),
      cell: ({ last_used_at: time }) => <Ago time={time} />,
    },
    {
      id: 'expires',
      title: t('keys.expires'),
      cell: ({ expires_at: time }) => <Ago time={time} />,
    },
  ];
}

function KeyName({ of: { id, name, display } }: { readonly of: Key }) {
  return (
    <span className="flex min-w-0 flex-col @max-2xl:items-end">
      <Link
        to="/keys/$id"
        params={{ id }}
        title={name}
        className="line-clamp-2 max-w-72 font-medium wrap-anywhere hover:text-accent hover:underline"
      >
        {name}
      </Link>
      <span className="font-mono text-xs whitespace-nowrap text-muted">{display}</span>
    </span>
  );
}

function Spent({ of: key }: { readonly of: Key }) {
  const { t } = useLanguage();
  const limit = fullestLimit(key);
  if (limit === undefined) return <Money amount={key.usage.spent} />;
  return (
    <div className="w-32 @4xl:w-40">
      <LimitBar limit={limit} label={nameLimit(t, limit.name)} isPlain={limit.name === 'amount'} />
    </div>
  );
}

function useToolColumns({ selected, onSelect, onRotate, onDelete }: KeyTableProps) {
  const { t } = useLanguage();
  const switchKey = useSwitchKey();
  return [
    {
      id: 'select',
      title: t('keys.select'),
      isQuiet: true,
      cell: (key: Key) => (
        <input
          type="checkbox"
          aria-label={t('keys.selectOne', { name: key.name })}
          checked={selected.has(key.id)}
          onChange={(event) => onSelect(key, event.currentTarget.checked)}
          className="size-4 align-middle accent-accent-solid pointer-coarse:size-6"
        />
      ),
    },
    {
      id: 'menu',
      title: t('keys.actions'),
      isQuiet: true,
      cell: (key: Key) => (
        <Menu
          label={t('keys.actionsOf', { name: key.name })}
          trigger={<Ellipsis aria-hidden className="size-4" />}
          actions={[
            {
              label: t(key.disabled ? 'keys.enable' : 'keys.disable'),
              onSelect: () => void switchKey(key),
            },
            { label: t('keys.rotate'), onSelect: () => onRotate(key) },
            { label: t('keys.delete'), onSelect: () => onDelete(key), isDangerous: true },
          ]}
        />
      ),
    },
  ] as const;
}
