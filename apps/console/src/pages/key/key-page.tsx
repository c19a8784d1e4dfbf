/** The page of one key: status, limits, requests, call names and usage. */
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { api, refresh, type View } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { useMayWrite, useVisitor } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { DeleteKeyDialog } from '../keys/delete-dialog.tsx';
import { useSwitchKey } from '../keys/key-actions.ts';
import { EditKeyDialog } from '../keys/key-dialog.tsx';
import { KeyStatus } from '../keys/key-status.tsx';
import { LimitList } from '../keys/limit-list.tsx';
import { RotateKeyDialog } from '../keys/rotate-dialog.tsx';
import { SecretDialog } from '../keys/secret-dialog.tsx';
import { ClientSettings } from '../setup/client-settings.tsx';
import { TestNow } from '../setup/test-now.tsx';
import { writeAdminCalls } from './admin-calls.ts';
import { CallNameTable } from './call-name-table.tsx';
import { KeyFacts } from './key-facts.tsx';
import { KeyUsage } from './key-usage.tsx';
import { LatestRequests } from './latest-requests.tsx';

type Key = View<'Key'>;

const route = getRouteApi('/keys/$id');

export function KeyPage() {
  const { t } = useLanguage();
  const { kind } = useVisitor();
  const { id } = route.useParams();
  const { data, error, refetch } = api.useQuery(
    'get',
    '/admin/v1/keys/{id}',
    { params: { path: { id } } },
    { enabled: kind === 'operator' },
  );
  if (kind === 'key') return <Navigate to="/setup" />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Page title={t('nav.keys')}>
        <EmptyState icon={KeyRound} title={t('keys.unknown')} />
      </Page>
    );
  }
  if (data === undefined) {
    return (
      <Page title={t('nav.keys')}>
        {error === null ? (
          <Skeleton rows={8} />
        ) : (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  return <KeyView of={data} />;
}

function KeyView({ of: key }: { readonly of: Key }) {
  const { t } = useLanguage();
  const mayWrite = useMayWrite();
  return (
    <Page
      title={key.name}
      description={
        <span className="inline-flex flex-wrap items-center gap-2">
          <KeyStatus status={key.status} />
          <span className="font-mono text-xs">{key.display}</span>
        </span>
      }
      actions={mayWrite && <KeyButtons of={key} />}
    >
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title={t('keys.limits')}>
          <LimitList of={key} />
        </Card>
        <Card title={t('keys.facts')}>
          <KeyFacts of={key} />
        </Card>
      </div>
      <KeyUsage keyId={key.id} />
      {mayWrite && (
        <Card title={t('setup.test')}>
          <TestNow keyId={key.id} />
        </Card>
      )}
      <Card title={t('setup.use')}>
        <ClientSettings keyId={key.id} />
      </Card>
      <CallNameTable keyId={key.id} />
      <LatestRequests keyId={key.id} />
      {mayWrite && (
        <details className="rounded-xl border bg-surface px-5 py-4">
          <summary className="font-semibold">{t('keys.api')}</summary>
          <div className="mt-4">
            <CodeBlock code={writeAdminCalls(location.origin, key)} label={t('keys.api')} />
          </div>
        </details>
      )}
    </Page>
  );
}

function KeyButtons({ of: key }: { readonly of: Key }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const switchKey = useSwitchKey();
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'delete'>();
  const [created, setCreated] = useState<View<'CreatedKey'>>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Button look="primary" onClick={() => setDialog('edit')}>
        {t('keys.edit')}
      </Button>
      <Button onClick={() => void switchKey(key)}>
        {t(key.disabled ? 'keys.enable' : 'keys.disable')}
      </Button>
      <Button onClick={() => setDialog('rotate')}>{t('keys.rotate')}</Button>
      <Button onClick={() => setDialog('delete')}>{t('keys.delete')}</Button>
      <EditKeyDialog of={key} isOpen={dialog === 'edit'} onClose={close} />
      <RotateKeyDialog
        of={dialog === 'rotate' ? key : undefined}
        onClose={close}
        onRotated={(rotated) => {
          setCreated(rotated);
          void refresh('/admin/v1/keys');
        }}
      />
      <DeleteKeyDialog
        of={dialog === 'delete' ? key : undefined}
        onClose={close}
        onDeleted={() => navigate({ to: '/keys' })}
      />
      <SecretDialog created={created} onClose={() => setCreated(undefined)} />
    </>
  );
}
