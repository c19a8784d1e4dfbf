/** The retention of records, and how to change it. */
import { api } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';

const example = 'retention:\n  exchanges: 90\n  audit: 365\n';

export function RetentionTab() {
  const { t, format } = useLanguage();
  const { data, error, refetch } = api.useQuery('get', '/admin/v1/configuration');
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton />;
  const inDays = (days: unknown) =>
    typeof days === 'number'
      ? t('settings.days', { days: format.count(days) })
      : t('settings.forever');
  const partOf = (name: string) =>
    data.parts.find(({ path }) => path === `retention.${name}`)?.value;
  const stored = data.facts.find(({ name }) => name === 'limits.kept_response_ms')?.value;
  const rows = [
    { name: t('settings.keptRequests'), time: inDays(partOf('exchanges')) },
    { name: t('settings.keptAudit'), time: inDays(partOf('audit')) },
    { name: t('settings.keptLedger'), time: t('settings.forever') },
    ...(stored === undefined
      ? []
      : [{ name: t('settings.keptResponses'), time: inDays(Number(stored) / 86_400_000) }]),
    { name: t('settings.keptPrompts'), time: t('settings.notKept') },
  ];
  return (
    <div className="flex flex-col gap-5">
      <Card isFlush>
        <Table
          label={t('settings.retention')}
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            { id: 'name', title: t('settings.record'), cell: ({ name }) => name },
            { id: 'time', title: t('settings.kept'), cell: ({ time }) => time },
          ]}
        />
      </Card>
      <Card title={t('settings.change')}>
        <p className="mb-3">{t('settings.changeRetention')}</p>
        <CodeBlock label="parley.yaml" code={example} />
      </Card>
    </div>
  );
}
