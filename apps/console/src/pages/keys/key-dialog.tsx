/** The form of a key in a dialog, for a new one and for changes. */
import { useRef, type ReactNode, type RefObject, type SubmitEvent } from 'react';
import { fetchClient, refresh, required, type View } from '../../api/client.ts';
import { isOutdated, RebasedNotice, SaveErrorNotice } from '../../ui/edit-notices.tsx';
import { useEdits } from '../../edits/use-edits.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useAction } from '../../ui/use-action.ts';
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
      <KeyForm
        first={first}
        action={t('keys.create')}
        onCancel={dialog.onClose}
        onSubmit={async (form) => {
          const { data } = await fetchClient.POST('/admin/v1/keys', { body: readCreation(form) });
          await refresh('/admin/v1/keys');
          if (data !== undefined) onCreated(data);
        }}
      />
    </Dialog>
  );
}

/** A new key has no null fields, unlike changes. */
function readCreation(form: FormData) {
  const { models, allowed_from, denied_from, expires_at, ...input } = readKeyInput(form);
  return {
    ...input,
    ...(models && { models }),
    ...(allowed_from && { allowed_from }),
    ...(denied_from && { denied_from }),
    ...(expires_at && { expires_at }),
  };
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
    <KeyForm
      key={round}
      first={first}
      initial={initial}
      action={t('shell.save')}
      notice={<RebasedNotice overlaps={overlaps} />}
      onCancel={onClose}
      onSubmit={save}
      onRebase={(form) => rebase(readEditedKey(form, base))}
    />
  );
}

async function readKey(id: string): Promise<View<'Key'>> {
  return required(
    (await fetchClient.GET('/admin/v1/keys/{id}', { params: { path: { id } } })).data,
  );
}

function KeyForm({
  first,
  initial,
  action,
  notice,
  onCancel,
  onSubmit,
  onRebase,
}: {
  readonly first: RefObject<HTMLInputElement | null>;
  readonly initial?: View<'Key'>;
  readonly action: string;
  readonly notice?: ReactNode;
  readonly onCancel: () => void;
  /** @throws ApiError when the input is wrong */
  readonly onSubmit: (form: FormData) => Promise<void>;
  readonly onRebase?: (form: FormData) => Promise<void>;
}) {
  const { t } = useLanguage();
  const { isBusy, error, run } = useAction();
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    void run(() => onSubmit(data));
  };
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-4">
      {notice}
      <KeyFields first={first} initial={initial} error={isOutdated(error) ? undefined : error} />
      {isOutdated(error) && (
        <SaveErrorNotice
          error={error}
          onRebase={onRebase && (() => onRebase(new FormData(form.current ?? undefined)))}
        />
      )}
      <div className="sticky -bottom-4 -mx-5 -mb-4 flex justify-end gap-2 border-t bg-raised px-5 py-3">
        <Button onClick={onCancel}>{t('shell.cancel')}</Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
