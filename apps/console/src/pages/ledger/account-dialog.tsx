/** The dialog that creates or changes an account. */
import { fetchClient, refresh } from '../../api/client.ts';
import { messageAt } from '../../api/errors.ts';
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
      <AccountForm {...(account && { account })} onClose={onClose} />
    </Dialog>
  );
}

function AccountForm({ account, onClose }: Omit<Props, 'isOpen'>) {
  const { t } = useLanguage();
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
    >
      {(error) => (
        <>
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
  const text = (name: string) => readFormText(form, name);
  const models = text('models').split(/\s+/).filter(Boolean);
  const fields = { name: text('name'), prepaid: form.has('prepaid') };
  if (account !== undefined) {
    const params = { path: { id: account.id } };
    const body = { ...fields, models: models.length === 0 ? null : models };
    await fetchClient.PATCH('/admin/v1/accounts/{id}', { params, body });
    return;
  }
  const id = text('id');
  const body = { ...fields, ...(id !== '' && { id }), ...(models.length > 0 && { models }) };
  await fetchClient.POST('/admin/v1/accounts', { body });
}
