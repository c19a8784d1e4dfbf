/** The page of models and their call names. */
import { CircleQuestionMark, Plus } from 'lucide-react';
import { useMayWrite, useVisitor } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CallNames } from './call-names.tsx';
import { ExplainDrawer } from './explain-drawer.tsx';
import { Prices } from './prices.tsx';
import { useModelsSearch } from './search.ts';

export function ModelsPage() {
  const { t } = useLanguage();
  const { kind } = useVisitor();
  const mayWrite = useMayWrite();
  const { search, change } = useModelsSearch();
  const isOperator = kind === 'operator';
  return (
    <Page
      title={t('nav.models')}
      description={t('models.description')}
      actions={
        <>
          <Button onClick={() => change({ explain: true })}>
            <CircleQuestionMark aria-hidden className="size-4" />
            {t('models.why')}
          </Button>
          {mayWrite && (
            <Button look="primary" onClick={() => change({ tab: 'prices', create: true })}>
              <Plus aria-hidden className="size-4" />
              {t('models.addPrice')}
            </Button>
          )}
        </>
      }
    >
      {isOperator ? (
        <Tabs
          label={t('models.views')}
          value={search.tab ?? 'names'}
          onChange={(tab) => change({ tab: tab === 'prices' ? tab : undefined })}
          tabs={[
            { id: 'names', label: t('models.callNames'), content: <CallNames /> },
            { id: 'prices', label: t('models.prices'), content: <Prices /> },
          ]}
        />
      ) : (
        <CallNames />
      )}
      {search.explain && <ExplainDrawer />}
    </Page>
  );
}
