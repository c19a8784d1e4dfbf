/** The tokens of the admin API. */
import { useState } from 'react';
import { api, fetchClient, refresh, type View } from '../../api/client.ts';
import { useMayWrite } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { Ago } from '../../ui/values.tsx';
import { NewAccessForm } from './new-access-form.tsx';
import { RoleBadge } from './role.tsx';

export function TokensCard() {
  const { t } = useLanguage();
  const mayWrite = useMayWrite();
  const { data, error, refetch } = api.useQuery('get', '/admin/v1/tokens');
  const [isCreating, setCreating] = useState(false);
  const [leaving, setLeaving] = useState<View<'AdminToken'>>();
  return (
    <Card
      title={t('settings.tokens')}
      actions={
        mayWrite && <Button onClick={() => setCreating(true)}>{t('settings.createToken')}</Button>
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
      {data && (
        <Table
          label={t('settings.tokens')}
          rows={data.data}
          rowKey={({ id }) => id}
          columns={[
            { id: 'name', title: t('settings.name'), cell: ({ name }) => name },
            {
              id: 'role',
              title: t('settings.role'),
              cell: ({ role }) => <RoleBadge role={role} />,
            },
            {
              id: 'token',
              title: t('settings.token'),
              cell: ({ display }) => (
                <code className="font-mono text-xs whitespace-nowrap">{display}</code>
              ),
            },
            {
              id: 'created',
              title: t('settings.created'),
              cell: ({ created_at }) => <Ago time={created_at} />,
            },
            {
              id: 'delete',
              title: t('settings.delete'),
              isQuiet: true,
              isNumber: true,
              cell: (token) =>
                mayWrite && (
                  <Button look="quiet" onClick={() => setLeaving(token)}>
                    {t('settings.delete')}
                  </Button>
                ),
            },
          ]}
        />
      )}
      <NewToken isOpen={isCreating} onClose={() => setCreating(false)} />
      <ConfirmDialog
        title={t('settings.deleteToken', { name: leaving?.name ?? '' })}
        action={t('settings.delete')}
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        onConfirm={async () => {
          await fetchClient.DELETE('/admin/v1/tokens/{id}', {
            params: { path: { id: leaving?.id ?? '' } },
          });
          await refresh('/admin/v1/tokens');
        }}
      >
        {t('settings.deleteTokenHint')}
      </ConfirmDialog>
    </Card>
  );
}

/** The secret is kept only while the dialog is open; one that arrives after the form was closed opens it again. */
function NewToken({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useLanguage();
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  return (
    <Dialog
      title={t('settings.createToken')}
      isOpen={isOpen || secret !== undefined}
      onClose={close}
    >
      {secret === undefined ? (
        <NewAccessForm
          field="name"
          label={t('settings.name')}
          action={t('settings.createToken')}
          onCancel={close}
          onSubmit={async (name, role) => {
            const { data } = await fetchClient.POST('/admin/v1/tokens', { body: { name, role } });
            setSecret(data?.secret);
            await refresh('/admin/v1/tokens');
          }}
        />
      ) : (
        <div className="flex flex-col gap-4">
          <Notice tone="warn">{t('settings.shownOnce')}</Notice>
          <CodeBlock label={t('settings.token')} code={secret} />
        </div>
      )}
    </Dialog>
  );
}
