/** The page of groups and routes. */
import { Plus } from 'lucide-react';
import { useMayWrite } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { GroupDryRun } from './group-dry-run.tsx';
import { Groups } from './groups.tsx';
import { Routes } from './routes.tsx';
import { useGroupsSearch } from './search.ts';

export function GroupsPage() {
  const { t } = useLanguage();
  const mayWrite = useMayWrite();
  const { search, change } = useGroupsSearch();
  const isRoutes = search.tab === 'routes';
  return (
    <Page
      title={t('nav.groups')}
      description={t('groups.description')}
      actions={
        mayWrite && (
          <Button
            look="primary"
            onClick={() => change({ create: true, tab: isRoutes ? 'routes' : undefined })}
          >
            <Plus aria-hidden className="size-4" />
            {isRoutes ? t('groups.addRoute') : t('groups.add')}
          </Button>
        )
      }
    >
      <Tabs
        label={t('groups.views')}
        value={search.tab ?? 'groups'}
        onChange={(tab) =>
          change({
            tab: tab === 'routes' || tab === 'dry-run' ? tab : undefined,
            open: undefined,
          })
        }
        tabs={[
          { id: 'groups', label: t('configuration.groups'), content: <Groups /> },
          { id: 'routes', label: t('groups.routes'), content: <Routes /> },
          { id: 'dry-run', label: t('groups.dryRun'), content: <GroupDryRun /> },
        ]}
      />
    </Page>
  );
}
