/** What lists of entities share: the badge of entities that cannot be changed here, the drawer, the menu and the deletion. */
import { useState, type ReactNode } from 'react';
import { useMayWrite } from '../api/visitor.tsx';
import { useLanguage } from '../i18n/provider.tsx';
import { CodeBlock } from '../ui/copy.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { Menu, type MenuAction } from '../ui/menu.tsx';
import { Badge, Notice } from '../ui/notice.tsx';
import { Ellipsis } from 'lucide-react';
import { deleteEntity, type Entity } from './entities.ts';

/** Marks an entity that cannot be changed here; by default it says that the configuration file declares it. */
export function ManagedBadge({
  entity,
  text,
}: {
  readonly entity: Entity;
  readonly text?: string | undefined;
}) {
  const { t } = useLanguage();
  if (entity.managed === 'store') return null;
  return (
    // It may have the long name of a variable, which a narrow card breaks.
    <span
      title={t('configuration.fileReason')}
      className="inline-flex *:wrap-anywhere *:whitespace-normal"
    >
      <Badge>{text ?? t('configuration.fromFile')}</Badge>
    </span>
  );
}

/** Whether this visitor may change an entity. */
function useMayEdit(): (entity: Entity) => boolean {
  const mayWrite = useMayWrite();
  return ({ managed }) => mayWrite && managed === 'store';
}

/** The editor of the open or new entity, or its read-only view. */
export function EntityDrawer({
  entities,
  open,
  isNew,
  editor,
  onClose,
}: {
  readonly entities: readonly Entity[];
  /** The name of the open entity. */
  readonly open: string | undefined;
  readonly isNew: boolean;
  readonly editor: (entity: Entity | undefined) => ReactNode;
  readonly onClose: () => void;
}) {
  const mayEdit = useMayEdit();
  const mayWrite = useMayWrite();
  const found = entities.find(({ name }) => name === open);
  const [last, setLast] = useState(found);
  if (found !== undefined && found !== last) setLast(found);
  if (isNew) return mayWrite ? editor(undefined) : null;
  // Stays open, with what was typed, when somebody else has deleted it.
  const entity = last?.name === open ? (found ?? last) : found;
  if (entity === undefined) return null;
  return mayEdit(entity) ? editor(entity) : <EntityViewer entity={entity} onClose={onClose} />;
}

function EntityViewer({
  entity: { name, managed, configuration },
  onClose,
}: {
  readonly entity: Entity;
  readonly onClose: () => void;
}) {
  const { t } = useLanguage();
  return (
    <Dialog title={name} isOpen onClose={onClose} placement="side">
      <div className="flex flex-col gap-4">
        <Notice>{managed === 'file' ? t('configuration.fileReason') : t('shell.readOnly')}</Notice>
        <CodeBlock
          label={t('configuration.json')}
          code={JSON.stringify(configuration, undefined, 2)}
        />
      </div>
    </Dialog>
  );
}

/** The menu of an entity: show or edit, actions of the page, delete. */
export function EntityMenu({
  entity,
  onOpen,
  onDelete,
  actions = [],
}: {
  readonly entity: Entity;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
  readonly actions?: readonly MenuAction[];
}) {
  const { t } = useLanguage();
  const isEditable = useMayEdit()(entity);
  return (
    <Menu
      label={t('configuration.actions', { name: entity.name })}
      trigger={<Ellipsis aria-hidden className="size-4" />}
      actions={[
        { label: isEditable ? t('configuration.edit') : t('configuration.show'), onSelect: onOpen },
        ...actions,
        ...(isEditable
          ? [{ label: t('configuration.delete'), onSelect: onDelete, isDangerous: true }]
          : []),
      ]}
    />
  );
}

/** Asks for confirmation; an error of the server names what refers to the entity. */
export function DeleteEntityDialog({
  entity,
  onClose,
}: {
  readonly entity: Entity | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useLanguage();
  return (
    <ConfirmDialog
      title={t('configuration.deleteTitle', { name: entity?.name ?? '' })}
      action={t('configuration.delete')}
      isOpen={entity !== undefined}
      onClose={onClose}
      onConfirm={async () => {
        if (entity !== undefined) await deleteEntity(entity);
      }}
    >
      {t('configuration.deleteHint')}
    </ConfirmDialog>
  );
}
