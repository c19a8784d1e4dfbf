/** The settings page: access, configuration, retention, alerts, audit log and appearance. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLanguage } from '../../i18n/provider.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AccessTab } from './access-tab.tsx';
import { AlertsTab } from './alerts-tab.tsx';
import { AppearanceTab } from './appearance-tab.tsx';
import { AuditTab } from './audit-tab.tsx';
import { ConfigurationTab } from './configuration-tab.tsx';
import { RetentionTab } from './retention-tab.tsx';

export function SettingsPage() {
  const { t } = useLanguage();
  const { tab } = useSearch({ from: '/settings' });
  const navigate = useNavigate({ from: '/settings' });
  const tabs = [
    { id: 'access', label: t('settings.access'), content: <AccessTab /> },
    { id: 'configuration', label: t('settings.configuration'), content: <ConfigurationTab /> },
    { id: 'retention', label: t('settings.retention'), content: <RetentionTab /> },
    { id: 'alerts', label: t('settings.alerts'), content: <AlertsTab /> },
    { id: 'audit', label: t('settings.audit'), content: <AuditTab /> },
    { id: 'appearance', label: t('settings.appearance'), content: <AppearanceTab /> },
  ];
  return (
    <Page title={t('nav.settings')}>
      <Tabs
        label={t('nav.settings')}
        tabs={tabs}
        value={tabs.some(({ id }) => id === tab) && tab !== undefined ? tab : 'access'}
        onChange={(id) => void navigate({ search: { tab: id }, replace: true })}
      />
    </Page>
  );
}
