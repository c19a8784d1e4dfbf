/** The base URL for the clients of each format. */
import { describeEndpoints } from '@parley/clients';
import { useLanguage } from '../../i18n/provider.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { Card } from '../../ui/page.tsx';

export function BaseUrls() {
  const { t } = useLanguage();
  const protocols = describeEndpoints(location.origin).filter(({ dialect }) => dialect);
  return (
    <Card title={t('home.baseUrls')}>
      <dl className="flex flex-col gap-3">
        {protocols.map(({ id, title, baseUrl }) => (
          <div key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <dt>{title}</dt>
            <dd className="min-w-0">
              <CopyValue value={baseUrl} label={`${t('shell.copy')}: ${title}`} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
