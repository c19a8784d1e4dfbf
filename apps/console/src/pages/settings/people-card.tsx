/** The users who sign in by OpenID Connect. */
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { api, fetchClient, refresh, type View } from '../../api/client.ts';
import { useMayWrite } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Badge, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Ago } from '../../ui/values.tsx';
import { NewAccessForm } from './new-access-form.tsx';
import { RoleBadge, type Role } from './role.tsx';

type User = View<'User'>;

export function PeopleCard() {
  const { t } = useLanguage();
  const mayWrite = useMayWrite();
  const { data, error, refetch } = api.useQuery('get', '/admin/v1/users', {
    params: { query: { limit: 1000 } },
  });
  const [isInviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<User>();
  return (
    <Card
      title={t('settings.people')}
      actions={
        mayWrite && <Button onClick={() => setInviting(true)}>{t('settings.invite')}</Button>
      }
      isFlush
    >
      {!data && (
        <div className="px-4 pb-4">
          {error ? (
            <ErrorNotice error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={2} />
          )}
        </div>
      )}
      {data?.data.length === 0 && <p className="px-5 pb-4 text-muted">{t('settings.noPeople')}</p>}
      {data && data.data.length > 0 && (
        <Table
          label={t('settings.people')}
          rows={data.data}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'person',
              title: t('settings.person'),
              cell: ({ email, name, disabled }) => (
                <>
                  {email} {disabled && <Badge tone="warn">{t('settings.disabled')}</Badge>}
                  <span className="block text-xs text-muted">{name}</span>
                </>
              ),
            },
            {
              id: 'role',
              title: t('settings.role'),
              cell: ({ role }) => <RoleBadge role={role} />,
            },
            {
              id: 'seen',
              title: t('settings.lastSignIn'),
              cell: ({ last_signed_in_at }) => <Ago time={last_signed_in_at} />,
            },
            {
              id: 'actions',
              title: t('settings.actions'),
              isQuiet: true,
              isNumber: true,
              cell: (user) =>
                mayWrite && <UserMenu user={user} onDelete={() => setLeaving(user)} />,
            },
          ]}
        />
      )}
      <Dialog
        title={t('settings.invite')}
        description={t('settings.inviteHint')}
        isOpen={isInviting}
        onClose={() => setInviting(false)}
      >
        <NewAccessForm
          field="email"
          label={t('settings.email')}
          action={t('settings.invite')}
          onCancel={() => setInviting(false)}
          onSubmit={async (email, role) => {
            await fetchClient.POST('/admin/v1/users', { body: { email, role } });
            setInviting(false);
            await refresh('/admin/v1/users');
          }}
        />
      </Dialog>
      <ConfirmDialog
        title={t('settings.deleteUser', { name: leaving?.email ?? '' })}
        action={t('settings.delete')}
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        onConfirm={async () => {
          await fetchClient.DELETE('/admin/v1/users/{id}', {
            params: { path: { id: leaving?.id ?? '' } },
          });
          await refresh('/admin/v1/users');
        }}
      >
        {t('settings.deleteUserHint')}
      </ConfirmDialog>
    </Card>
  );
}

function UserMenu({ user, onDelete }: { readonly user: User; readonly onDelete: () => void }) {
  const { t, describeError } = useLanguage();
  const toast = useToast();
  const { id, email, role, disabled } = user;
  const change = async (body: { readonly role?: Role; readonly disabled?: boolean }) => {
    await fetchClient.PATCH('/admin/v1/users/{id}', { params: { path: { id } }, body });
    await refresh('/admin/v1/users');
  };
  const fail = (error: unknown) => toast(describeError(error));
  const offer = (text: string, body: Parameters<typeof change>[0], before: typeof body) => {
    const undo = () => void change(before).catch(fail);
    change(body).then(() => toast(text, { label: t('shell.undo'), onClick: undo }), fail);
  };
  const other = role === 'admin' ? 'viewer' : 'admin';
  const otherName = other === 'admin' ? t('shell.admin') : t('shell.viewer');
  return (
    <Menu
      label={`${t('settings.actions')}: ${email}`}
      trigger={<Ellipsis aria-hidden className="size-4" />}
      actions={[
        {
          label: t('settings.makeRole', { role: otherName }),
          onSelect: () => offer(`${email}: ${otherName}`, { role: other }, { role }),
        },
        {
          label: disabled ? t('settings.enable') : t('settings.disable'),
          onSelect: () =>
            offer(
              `${email}: ${disabled ? t('settings.enabled') : t('settings.disabled')}`,
              { disabled: !disabled },
              { disabled },
            ),
        },
        { label: t('settings.delete'), onSelect: onDelete, isDangerous: true },
      ]}
    />
  );
}
