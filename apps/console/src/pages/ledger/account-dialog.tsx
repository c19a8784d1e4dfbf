/** The dialog that creates or changes an account. */
import type { ReactNode } from 'react';
import { fetchClient, refresh, required } from '../../api/client.ts';
import { RebasedNotice } from '../../ui/edit-notices.tsx';
import { useEdits } from '../../edits/use-edits.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { CheckField, TextAreaField, TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { readFormText, type Account } from './account.ts';

interface Props {
  /** The account to change; absent to create one. */
  readonly account?: Account;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function AccountDialog({ account, isOpen, onClose }: Props) {
  const { t } = useLanguage();
  return (
    <Dialog
      title={account === undefined ? t('ledger.create') : account.name}
      isOpen={isOpen}
      onClose={onClose}
    >
      {account === undefined ? (
        <AccountForm onClose={onClose} />
      ) : (
        <EditedAccountForm account={account} onClose={onClose} />
      )}
    </Dialog>
  );
}

function EditedAccountForm({
  account,
  onClose,
}: {
  readonly account: Account;
  readonly onClose: () => void;
}) {
  const { base, initial, round, overlaps, rebase } = useEdits(account, () => read(account.id));
  return (
    <AccountForm
      key={round}
      account={initial}
      notice={<RebasedNotice overlaps={overlaps} />}
      onRebase={(form) => rebase({ ...base, ...readChanges(form) })}
      onClose={onClose}
    />
  );
}

interface FormProps extends Omit<Props, 'isOpen'> {
  readonly notice?: ReactNode;
  readonly onRebase?: (form: FormData) => Promise<void>;
}

function AccountForm({ account, notice, onRebase, onClose }: FormProps) {
  const { t, messageAt } = useLanguage();
  const toast = useToast();
  const submit = async (form: FormData) => {
    await save(account, form);
    await refresh('/admin/v1/accounts');
    toast(t(account === undefined ? 'ledger.created' : 'ledger.saved'));
    onClose();
  };
  return (
    <DialogForm
      action={account === undefined ? t('ledger.create') : t('shell.save')}
      onCancel={onClose}
      onSubmit={submit}
      {...(onRebase && { onRebase })}
    >
      {(error) => (
        <>
          {notice}
          <TextField
            label={t('ledger.name')}
            name="name"
            required
            defaultValue={account?.name}
            error={messageAt(error, 'name')}
          />
          {account === undefined && (
            <TextField
              label={t('ledger.id')}
              name="id"
              hint={t('ledger.idHint')}
              error={messageAt(error, 'id')}
            />
          )}
          <CheckField
            label={t('ledger.prepaid')}
            name="prepaid"
            hint={t('ledger.prepaidHint')}
            defaultChecked={account?.prepaid ?? true}
          />
          <TextAreaField
            label={t('ledger.models')}
            name="models"
            rows={3}
            hint={t('ledger.modelsHint')}
            defaultValue={account?.models?.join('\n')}
            error={messageAt(error, 'models')}
          />
        </>
      )}
    </DialogForm>
  );
}

async function save(account: Account | undefined, form: FormData): Promise<void> {
  const changes = readChanges(form);
  if (account !== undefined) {
    const params = { path: { id: account.id }, header: { 'if-match': account.etag } };
    await fetchClient.PATCH('/admin/v1/accounts/{id}', { params, body: changes });
    return;
  }
  const { models, ...fields } = changes;
  const id = readFormText(form, 'id');
  const body = { ...fields, ...(id !== '' && { id }), ...(models && { models }) };
  await fetchClient.POST('/admin/v1/accounts', { body });
}

function readChanges(form: FormData) {
  const models = readFormText(form, 'models').split(/\s+/).filter(Boolean);
  return {
    name: readFormText(form, 'name'),
    prepaid: form.has('prepaid'),
    models: models.length === 0 ? null : models,
  };
}

async function read(id: string): Promise<Account> {
  const params = { path: { id } };
  return required((await fetchClient.GET('/admin/v1/accounts/{id}', { params })).data);
}
