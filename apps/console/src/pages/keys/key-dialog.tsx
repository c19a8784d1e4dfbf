/** The form of a key in a dialog, for a new one and for changes. */
import { useRef, type RefObject } from 'react';
import { fetchClient, refresh, required, type View } from '../../api/client.ts';
import { RebasedNotice } from '../../ui/edit-notices.tsx';
import { useEdits } from '../../edits/use-edits.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyFields } from './key-fields.tsx';
import { readEditedKey, readKeyChanges, readKeyInput } from './key-input.ts';

interface KeyDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function CreateKeyDialog({
  onCreated,
  ...dialog
}: KeyDialogProps & { readonly onCreated: (created: View<'CreatedKey'>) => void }) {
  const { t } = useLanguage();
  const first = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      {...dialog}
      title={t('shell.createKey')}
      description={t('keys.createHint')}
      initialFocus={first}
    >
      <DialogForm
        isLong
        action={t('keys.create')}
        onCancel={dialog.onClose}
        onSubmit={async (form) => {
          const { data } = await fetchClient.POST('/admin/v1/keys', { body: readKeyInput(form) });
          if (data !== undefined) onCreated(data);
          await refresh('/admin/v1/keys');
        }}
      >
        {(error) => <KeyFields first={first} error={error} />}
      </DialogForm>
    </Dialog>
  );
}

export function EditKeyDialog({
  of: key,
  ...dialog
}: KeyDialogProps & { readonly of: View<'Key'> }) {
  const { t } = useLanguage();
  const first = useRef<HTMLInputElement>(null);
  return (
    <Dialog {...dialog} title={t('keys.edit')} placement="side" initialFocus={first}>
      <EditKeyForm of={key} first={first} onClose={dialog.onClose} />
    </Dialog>
  );
}

function EditKeyForm({
  of: key,
  first,
  onClose,
}: {
  readonly of: View<'Key'>;
  readonly first: RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
}) {
  const { t } = useLanguage();
  const { base, initial, round, overlaps, rebase } = useEdits(key, () => readKey(key.id));
  const save = async (form: FormData) => {
    await fetchClient.PATCH('/admin/v1/keys/{id}', {
      params: { path: { id: key.id }, header: { 'if-match': base.etag } },
      body: readKeyChanges(form, base),
    });
    await refresh('/admin/v1/keys', '/admin/v1/call-names');
    onClose();
  };
  return (
    <DialogForm
      key={round}
      isLong
      action={t('shell.save')}
      onCancel={onClose}
      onSubmit={save}
      onRebase={(form) => rebase(readEditedKey(form, base))}
    >
      {(error) => (
        <>
          <RebasedNotice overlaps={overlaps} />
          <KeyFields first={first} initial={initial} error={error} />
        </>
      )}
    </DialogForm>
  );
}

async function readKey(id: string): Promise<View<'Key'>> {
  return required(
    (await fetchClient.GET('/admin/v1/keys/{id}', { params: { path: { id } } })).data,
  );
}
