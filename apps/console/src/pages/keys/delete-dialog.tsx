/** Asks before a key is deleted, because its secret cannot be restored. */
import { refresh, type View } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { deleteKey } from './key-actions.ts';

export function DeleteKeyDialog({
  of: key,
  onClose,
  onDeleted,
}: {
  /** Nothing closes the dialog. */
  readonly of: Pick<View<'Key'>, 'id' | 'name' | 'etag'> | undefined;
  readonly onClose: () => void;
  /** Leaves the page of the key, so that it is not queried again. */
  readonly onDeleted?: () => Promise<void>;
}) {
  const { t } = useLanguage();
  return (
    <ConfirmDialog
      title={t('keys.deleteTitle', { name: key?.name ?? '' })}
      action={t('keys.delete')}
      isOpen={key !== undefined}
      onClose={onClose}
      onConfirm={async () => {
        if (key === undefined) return;
        await deleteKey(key);
        await onDeleted?.();
        await refresh('/admin/v1/keys');
      }}
    >
      {t('keys.deleteHint')}
    </ConfirmDialog>
  );
}
