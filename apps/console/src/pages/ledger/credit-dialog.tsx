/** The dialog that tops up an account or adjusts its balance. */
import { useState } from 'react';
import { fetchClient, refresh } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { readTypedNumber } from '../../money/typed-number.ts';
import { readFormText, type Account } from './account.ts';
import { checkAmount, type AmountFault } from './amount.ts';

interface Props {
  readonly account: Account;
  readonly kind: 'top-up' | 'adjustment';
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function CreditDialog({ isOpen, ...rest }: Props) {
  const { t } = useLanguage();
  const { account, kind, onClose } = rest;
  const { name } = account;
  return (
    <Dialog
      title={t(kind === 'top-up' ? 'ledger.topUpTitle' : 'ledger.adjustTitle', { name })}
      {...(kind === 'adjustment' && { description: t('ledger.adjustHint') })}
      isOpen={isOpen}
      onClose={onClose}
    >
      <CreditForm {...rest} />
    </Dialog>
  );
}

function CreditForm({ account, kind, onClose }: Omit<Props, 'isOpen'>) {
  const { t, messageAt, format } = useLanguage();
  const toast = useToast();
  // The same id for every attempt of this dialog, so that a repeated request is credited only once.
  const [entryId] = useState(createEntryId);
  const [fault, setFault] = useState<AmountFault>();
  const submit = async (form: FormData) => {
    const amount = readTypedNumber(readFormText(form, 'amount'));
    const note = readFormText(form, 'note');
    const found = checkAmount(amount, kind);
    setFault(found);
    if (found !== undefined) return;
    const path =
      kind === 'top-up' ? '/admin/v1/accounts/{id}/top-ups' : '/admin/v1/accounts/{id}/adjustments';
    const body = { id: entryId, amount, ...(note !== '' && { note }) };
    await fetchClient.POST(path, { params: { path: { id: account.id } }, body });
    await refresh('/admin/v1/accounts', '/admin/v1/ledger');
    toast(t('ledger.booked', { amount: format.exactMoney(amount), name: account.name }));
    onClose();
  };
  return (
    <DialogForm
      action={t(kind === 'top-up' ? 'ledger.topUp' : 'ledger.adjust')}
      onCancel={onClose}
      onSubmit={submit}
    >
      {(error) => (
        <>
          <TextField
            label={t('ledger.amount')}
            name="amount"
            required
            inputMode="decimal"
            hint={t('ledger.amountHint')}
            error={fault === undefined ? messageAt(error, 'amount') : t(`ledger.${fault}`)}
          />
          <TextField
            label={t('ledger.note')}
            name="note"
            maxLength={1_000}
            hint={t('ledger.noteHint')}
            error={messageAt(error, 'note')}
          />
        </>
      )}
    </DialogForm>
  );
}

/** A random id of a movement. Browsers have no `crypto.randomUUID` over plain http. */
function createEntryId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
