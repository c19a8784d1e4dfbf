/** The page of providers: the upstreams, their health and their tests. */
import { Plug, Plus } from 'lucide-react';
import { useState } from 'react';
import { useMayWrite } from '../../api/visitor.tsx';
import { textOf } from '../../configuration/draft.ts';
import type { Entity } from '../../configuration/entities.ts';
import { DeleteEntityDialog, EntityDrawer } from '../../configuration/entity-drawer.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Catalogue } from './catalogue.tsx';
import { useProvidersSearch } from './search.ts';
import { UpstreamCard } from './upstream-card.tsx';
import { hasOnlyDemo } from './upstream-facts.ts';
import { UpstreamEditor } from './upstream-editor.tsx';
import { useTests } from './use-tests.ts';
import { useUpstreams } from './use-upstreams.ts';

export function ProvidersPage() {
  const { t } = useLanguage();
  const mayWrite = useMayWrite();
  const { change } = useProvidersSearch();
  const { upstreams, error, retry } = useUpstreams();
  return (
    <Page
      title={t('nav.providers')}
      description={t('providers.description')}
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => change({ create: true })}>
            <Plus aria-hidden className="size-4" />
            {t('providers.add')}
          </Button>
        )
      }
    >
      {error !== null && <ErrorNotice error={error} onRetry={retry} />}
      {upstreams ? <Upstreams upstreams={upstreams} /> : error === null && <Skeleton rows={6} />}
    </Page>
  );
}

function Upstreams({
  upstreams,
}: {
  readonly upstreams: NonNullable<ReturnType<typeof useUpstreams>['upstreams']>;
}) {
  const { t } = useLanguage();
  const { search, change } = useProvidersSearch();
  const { tests, test } = useTests();
  const [deleted, setDeleted] = useState<Entity>();
  const close = () => change({ open: undefined, create: undefined, provider: undefined });
  const isChoosing = search.create === true && search.provider === undefined;
  return (
    <>
      {hasOnlyDemo(upstreams.map(({ entity }) => textOf(entity.configuration['provider']))) && (
        <EmptyState icon={Plug} title={t('providers.none')}>
          {t('providers.noneHint')}
        </EmptyState>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {upstreams.map((facts) => (
          <UpstreamCard
            key={facts.entity.name}
            facts={facts}
            test={tests[facts.entity.name]}
            onTest={() => void test(facts.entity.name)}
            onDelete={() => setDeleted(facts.entity)}
          />
        ))}
      </div>
      {isChoosing && <Catalogue onClose={close} />}
      <EntityDrawer
        entities={upstreams.map(({ entity }) => entity)}
        open={search.open}
        isNew={search.create === true && !isChoosing}
        onClose={close}
        editor={(entity) => (
          <UpstreamEditor
            key={entity?.name}
            entity={entity}
            taken={upstreams.map(({ entity: { name } }) => name)}
            onClose={close}
            onSaved={(name) => void test(name)}
          />
        )}
      />
      <DeleteEntityDialog entity={deleted} onClose={() => setDeleted(undefined)} />
    </>
  );
}
