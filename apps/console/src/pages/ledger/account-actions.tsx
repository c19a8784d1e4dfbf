/** The menu of actions of one account. */
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { fetchClient, refresh } from '../../api/client.ts';
import { useMayWrite } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Account } from './account.ts';
import { AccountDialog } from './account-dialog.tsx';
import { CreditDialog } from './credit-dialog.tsx';

type Opened = 'top-up' | 'adjustment' | 'edit' | 'delete';

export function AccountActions({ account }: { readonly account: Account }) {
  const { t } = useLanguage();
  const { id, name, disabled } = account;
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const setDisabled = useSetDisabled(account);
  const writing = [
    { label: t('ledger.topUp'), onSelect: () => setOpened('top-up') },
    { label: t('ledger.adjust'), onSelect: () => setOpened('adjustment') },
    { label: t('ledger.edit'), onSelect: () => setOpened('edit') },
    {
      label: t(disabled ? 'ledger.enable' : 'ledger.disable'),
      onSelect: () => setDisabled(!disabled),
    },
    { label: t('ledger.delete'), onSelect: () => setOpened('delete'), isDangerous: true },
  ];
  const movements = {
    label: t('ledger.showMovements'),
    onSelect: () => void navigate({ to: '/ledger', search: { tab: 'movements', account_id: id } }),
  };
  return (
    <>
      <Menu
        label={t('ledger.actions', { name })}
        trigger={<Ellipsis aria-hidden className="size-4" />}
        actions={[movements, ...(mayWrite ? writing : [])]}
      />
      <CreditDialog
        account={account}
        kind={opened === 'adjustment' ? 'adjustment' : 'top-up'}
        isOpen={opened === 'top-up' || opened === 'adjustment'}
        onClose={close}
      />
      <AccountDialog account={account} isOpen={opened === 'edit'} onClose={close} />
      <ConfirmDialog
        title={t('ledger.deleteTitle', { name })}
        action={t('ledger.delete')}
        isOpen={opened === 'delete'}
        onClose={close}
        onConfirm={async () => {
          const params = { path: { id }, header: { 'if-match': account.etag } };
          await fetchClient.DELETE('/admin/v1/accounts/{id}', { params });
          await refresh('/admin/v1/accounts');
        }}
      >
        {t('ledger.deleteText')}
      </ConfirmDialog>
    </>
  );
}

/** Disables or enables the account immediately; the toast offers to undo it. */
function useSetDisabled({ id, name }: Account): (disabled: boolean) => void {
  const { t, describeError } = useLanguage();
  const toast = useToast();
  const change = async (disabled: boolean) => {
    try {
      const params = { path: { id } };
      await fetchClient.PATCH('/admin/v1/accounts/{id}', { params, body: { disabled } });
      await refresh('/admin/v1/accounts');
      toast(t(disabled ? 'ledger.disabledToast' : 'ledger.enabledToast', { name }), {
        label: t('shell.undo'),
        onClick: () => void change(!disabled),
      });
    } catch (error) {
      toast(describeError(error));
    }
  };
  return (disabled) => void change(disabled);
}
