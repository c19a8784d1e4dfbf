/** The alerts: when and where the gateway tells them, and the latest ones. */
import { Link } from '@tanstack/react-router';
import { CircleAlert, History } from 'lucide-react';
import { api } from '../../api/client.ts';
import { useMayWrite } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Badge, EmptyState, ErrorNotice, Notice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { AuditTable } from './audit-table.tsx';
import { readAlerts, type AlertSettings, type Webhook } from './webhooks.ts';

const example = `alerts:
  webhooks:
    ops:
      url: \${OPS_WEBHOOK_URL}
      secret: \${OPS_WEBHOOK_SECRET} # from: parley generate webhook-secret
    team-chat:
      url: \${SLACK_WEBHOOK_URL}
      format: slack
`;

/** How many of the latest alerts are shown. */
const shown = 20;

export function AlertsTab() {
  const { data, error, refetch } = api.useQuery('get', '/admin/v1/configuration');
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton />;
  const settings = readAlerts(data.parts);
  if (settings === undefined) return <Off />;
  return (
    <div className="flex flex-col gap-5">
      <Webhooks {...settings} />
      <LatestAlerts />
    </div>
  );
}

function Off() {
  const { t } = useLanguage();
  return (
    <div className="flex flex-col gap-5">
      <EmptyState icon={CircleAlert} title={t('settings.alertsOff')}>
        {t('settings.alertsOffHint')}
      </EmptyState>
      <Card title={t('settings.turnOn')}>
        <CodeBlock label="parley.yaml" code={example} />
      </Card>
    </div>
  );
}

function Webhooks({ limits, expiryDays, webhooks }: AlertSettings) {
  const { t, format } = useLanguage();
  const percentages = limits.map((limit) => format.percent(limit / 100)).join(', ');
  return (
    <Card title={t('settings.webhooks')} isFlush>
      <p className="px-5 pb-3 text-muted">
        {t('settings.alertsWhen', { limits: percentages, days: expiryDays })}
      </p>
      {webhooks.length === 0 ? (
        <div className="px-5 pb-4">
          <Notice>{t('settings.noWebhooks')}</Notice>
        </div>
      ) : (
        <Table
          label={t('settings.webhooks')}
          rows={webhooks}
          rowKey={({ name }) => name}
          columns={[
            { id: 'name', title: t('settings.name'), cell: ({ name }) => <b>{name}</b> },
            { id: 'format', title: t('playground.format'), cell: (webhook) => webhook.format },
            {
              id: 'types',
              title: t('settings.alertTypes'),
              cell: ({ types }) => types?.join(', ') ?? t('settings.all'),
            },
            { id: 'test', title: '', cell: (webhook) => <WebhookTest {...webhook} /> },
          ]}
        />
      )}
    </Card>
  );
}

function WebhookTest({ name }: Webhook) {
  const { t, localize } = useLanguage();
  const mayWrite = useMayWrite();
  const { data, error, isPending, mutate } = api.useMutation(
    'post',
    '/admin/v1/webhooks/{id}/tests',
  );
  if (!mayWrite) return null;
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <span role="status">
        {data?.ok === true && <Badge tone="good">{t('settings.testTaken')}</Badge>}
        {data?.ok === false && <Badge tone="bad">{localize(data.message ?? '')}</Badge>}
      </span>
      {error !== null && <ErrorNotice error={error} />}
      <Button
        isBusy={isPending}
        onClick={() => mutate({ params: { path: { id: name } }, body: {} })}
      >
        {t('settings.testWebhook', { name })}
      </Button>
    </div>
  );
}

function LatestAlerts() {
  const { t } = useLanguage();
  const { data, error, refetch } = api.useQuery('get', '/admin/v1/audit', {
    params: { query: { actor: 'gateway', limit: shown } },
  });
  return (
    <Card
      title={t('settings.latestAlerts')}
      actions={
        <Link
          to="/settings"
          search={{ tab: 'audit', actor: 'gateway' }}
          className="text-sm text-accent hover:underline"
        >
          {t('settings.allAlerts')}
        </Link>
      }
      isFlush
    >
      <div className="px-4 pb-4 empty:hidden">
        {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {error === null && data === undefined && <Skeleton />}
        {data?.data.length === 0 && <EmptyState icon={History} title={t('settings.noAlerts')} />}
      </div>
      {data !== undefined && data.data.length > 0 && <AuditTable entries={data.data} />}
    </Card>
  );
}
