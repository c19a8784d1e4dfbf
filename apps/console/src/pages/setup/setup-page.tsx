/** The set-up page of a key holder: settings for clients, limits and rotation. */
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type View } from '../../api/client.ts';
import { signIn } from '../../api/session.ts';
import { useVisitor } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { LimitList } from '../keys/limit-list.tsx';
import { RotateKeyDialog } from '../keys/rotate-dialog.tsx';
import { SecretDialog } from '../keys/secret-dialog.tsx';
import { ClientSettings } from './client-settings.tsx';
import { TestNow } from './test-now.tsx';

export function SetupPage() {
  const { t } = useLanguage();
  const { kind } = useVisitor();
  const own = api.useQuery('get', '/key/v1/key', {}, { enabled: kind === 'key' });
  const [isRotating, setRotating] = useState(false);
  const [created, setCreated] = useState<View<'CreatedKey'>>();
  if (kind === 'operator') return <Navigate to="/keys" />;
  return (
    <Page
      title={t('nav.setup')}
      description={t('setup.description')}
      actions={
        own.data?.may_rotate && (
          <Button onClick={() => setRotating(true)}>{t('keys.rotate')}</Button>
        )
      }
    >
      <Card title={t('setup.use')}>
        <ClientSettings />
      </Card>
      {own.error !== null && <ErrorNotice error={own.error} onRetry={() => void own.refetch()} />}
      {own.isPending && <Skeleton />}
      {own.data !== undefined && (
        <>
          <Card title={t('setup.test')}>
            <TestNow keyId={own.data.id} />
          </Card>
          <Card title={t('keys.limits')}>
            <LimitList of={own.data} />
          </Card>
        </>
      )}
      <RotateKeyDialog
        of={isRotating ? own.data : undefined}
        onClose={() => setRotating(false)}
        onRotated={async (rotated) => {
          setCreated(rotated);
          // The old secret may have expired, and its session with it.
          await signIn({ secret: rotated.secret });
        }}
      />
      <SecretDialog created={created} onClose={() => setCreated(undefined)} />
    </Page>
  );
}
