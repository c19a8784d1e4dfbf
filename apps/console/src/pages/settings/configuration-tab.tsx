/** The effective configuration with the origin of each value. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api, type View } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { TextField } from '../../ui/field.tsx';
import { Badge, ErrorNotice, Notice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { writeParts, writeValue } from './parts.ts';

export function ConfigurationTab() {
  const { data, error, refetch } = api.useQuery('get', '/admin/v1/configuration');
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return data ? <Parts {...data} /> : <Skeleton rows={8} />;
}

function Parts({ source, parts, facts }: View<'Configuration'>) {
  const { t } = useLanguage();
  const { query = '' } = useSearch({ from: '/settings' });
  const navigate = useNavigate({ from: '/settings' });
  const wanted = query.toLocaleLowerCase();
  const shown = parts.filter((part) => writeParts([part]).toLocaleLowerCase().includes(wanted));
  const origins = {
    file: t('settings.fromFile'),
    environment: t('settings.fromEnvironment'),
    store: t('settings.fromStore'),
    default: t('settings.fromDefault'),
  };
  return (
    <div className="flex flex-col gap-5">
      <Notice>
        {source === null ? t('settings.noFile') : t('settings.file', { source })}{' '}
        {t('settings.origins')}
      </Notice>
      <Card
        title={t('settings.inForce')}
        actions={<CopyButton text={() => writeParts(shown)} label={t('settings.copyYaml')} />}
        isFlush
      >
        <div className="px-4 pb-3">
          <TextField
            label={t('shell.search')}
            type="search"
            value={query}
            onChange={(event) => {
              const text = event.currentTarget.value;
              void navigate({
                search: { tab: 'configuration', ...(text && { query: text }) },
                replace: true,
              });
            }}
          />
        </div>
        <Table
          label={t('settings.inForce')}
          rows={shown}
          rowKey={({ path }) => path}
          columns={[
            {
              id: 'path',
              title: t('settings.setting'),
              cell: ({ path, value }) => (
                <code className="font-mono text-xs break-all">
                  {path}: <span className="text-accent">{writeValue(value)}</span>
                </code>
              ),
            },
            {
              id: 'from',
              title: t('settings.origin'),
              cell: ({ from, detail }) => (
                <span className="flex flex-wrap items-center gap-2">
                  <Badge tone={from === 'default' ? 'neutral' : 'accent'}>{origins[from]}</Badge>
                  <span className="text-xs break-all text-muted">{detail}</span>
                </span>
              ),
            },
          ]}
        />
        {shown.length === 0 && <p className="px-5 py-4 text-muted">{t('shell.noResults')}</p>}
      </Card>
      <Card title={t('settings.facts')}>
        <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
          {facts.map(({ name, value }) => (
            <div key={name} className="flex justify-between gap-4 border-b py-1">
              <dt className="font-mono text-xs text-muted">{name}</dt>
              <dd className="min-w-0 text-right text-xs break-all tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}
