/** The card of an upstream: health, base URLs and actions. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, refresh } from '../../api/client.ts';
import { useMayWrite } from '../../api/visitor.tsx';
import { EntityMenu, ManagedBadge } from '../../configuration/entity-drawer.tsx';
import { isDraft, textOf } from '../../configuration/draft.ts';
import type { Translate } from '../../i18n/messages.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { TargetState } from '../../routing/target-state.tsx';
import { shownStateOf } from '../../routing/upstream-state.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, ErrorNotice, Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Ago, Count } from '../../ui/values.tsx';
import { useProvidersSearch } from './search.ts';
import { TestOutcome } from './test-outcome.tsx';
import { addressesOf, type Health, type UpstreamCardFacts } from './upstream-facts.ts';
import type { UpstreamTest } from './use-tests.ts';

export function UpstreamCard({
  facts,
  test,
  onTest,
  onDelete,
}: {
  readonly facts: UpstreamCardFacts;
  readonly test: UpstreamTest | undefined;
  readonly onTest: () => void;
  readonly onDelete: () => void;
}) {
  const { t } = useLanguage();
  const mayWrite = useMayWrite();
  const { search, change } = useProvidersSearch();
  const { entity, health, isLeftOut } = facts;
  const { name } = entity;
  const isPointed = search.upstream === name;
  return (
    <div className={isPointed ? 'rounded-xl outline-2 outline-offset-2 outline-accent' : undefined}>
      <Card
        title={
          <span className="flex flex-wrap items-center gap-2">
            <span className="text-base break-all">{name}</span>
            {health && <TargetState state={shownStateOf(health)} />}
            {isLeftOut && <Badge tone="bad">{t('providers.leftOut')}</Badge>}
            <ManagedBadge entity={entity} text={describeOrigin(facts, t)} />
          </span>
        }
        actions={
          <div className="flex items-center gap-1">
            {mayWrite && (
              <Button onClick={onTest} isBusy={test?.state === 'running'}>
                {t('providers.test')}
              </Button>
            )}
            <EntityMenu entity={entity} onOpen={() => change({ open: name })} onDelete={onDelete} />
          </div>
        }
      >
        <div className="flex flex-col gap-3">
          <Facts facts={facts} />
          {isLeftOut && <Notice tone="bad">{t('providers.leftOutHint')}</Notice>}
          {health?.last_failure && <LastFailure failure={health.last_failure} />}
          {health?.state === 'resting' && <Resting health={health} />}
          {test && <TestOutcome test={test} />}
        </div>
      </Card>
    </div>
  );
}

/** Such as `from OPENAI_API_KEY`; undefined for what the file declares. */
function describeOrigin({ origin }: UpstreamCardFacts, t: Translate): string | undefined {
  if (origin?.from === 'environment') {
    return t('providers.fromVariable', { variable: origin.detail ?? '' });
  }
  if (origin?.from !== 'default') return undefined;
  return origin.detail === 'built in' ? t('providers.builtIn') : t('providers.found');
}

function Facts({ facts }: { readonly facts: UpstreamCardFacts }) {
  const { t } = useLanguage();
  const { entity, health, provider } = facts;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      <Fact title={t('providers.provider')}>
        {provider?.name ?? textOf(entity.configuration['provider'])}
      </Fact>
      <Fact title={t('providers.address')}>
        <Addresses addresses={addressesOf(facts)} />
      </Fact>
      <Fact title={t('providers.credential')}>
        <Credential facts={facts} />
      </Fact>
      <Fact title={t('nav.models')}>
        {health === undefined || health.models === null ? (
          <span className="text-muted">{t('providers.modelsUnknown')}</span>
        ) : (
          <Link
            to="/models"
            search={{ query: `${entity.name}/` }}
            className="rounded hover:text-accent hover:underline"
          >
            <Count value={health.models} />
          </Link>
        )}
      </Fact>
      {health && (
        <Fact title={t('providers.lastSuccess')}>
          <Ago time={health.last_success_at} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{title}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </>
  );
}

function Addresses({ addresses }: { readonly addresses: readonly string[] }) {
  if (addresses.length === 0) return <span className="text-muted">–</span>;
  return addresses.map((address) => (
    <code key={address} className="block truncate font-mono text-xs leading-5" title={address}>
      {address}
    </code>
  ));
}

function Credential({
  facts: { entity, health, provider },
}: {
  readonly facts: UpstreamCardFacts;
}) {
  const { t } = useLanguage();
  if ((health?.credential ?? entity.credential) === 'set') return t('providers.credentialSet');
  const hasHeaders = isDraft(entity.configuration['headers']);
  if (provider?.credential === 'required' && !hasHeaders) {
    return <span className="text-warn">{t('providers.credentialMissing')}</span>;
  }
  return <span className="text-muted">{t('providers.credentialNone')}</span>;
}

function LastFailure({ failure }: { readonly failure: NonNullable<Health['last_failure']> }) {
  const { t } = useLanguage();
  const { at, code, reason, message, status } = failure;
  return (
    <div className="rounded-lg bg-sunken px-3 py-2">
      <p className="text-xs text-muted">
        {t('providers.lastFailure')} <Ago time={at} /> ·{' '}
        {[status, reason ?? code].filter((each) => each !== null).join(' · ')}
      </p>
      <p className="mt-0.5 line-clamp-3" title={message}>
        {message}
      </p>
    </div>
  );
}

function Resting({
  health: { upstream, failures, resting_until: until },
}: {
  readonly health: Health;
}) {
  const { t, format } = useLanguage();
  const mayWrite = useMayWrite();
  const toast = useToast();
  const recovery = api.useMutation('post', '/admin/v1/upstreams/{id}/recoveries');
  const recover = () => {
    recovery.mutate(
      { params: { path: { id: upstream } }, body: {} },
      {
        onSuccess: () => {
          toast(t('providers.recovered', { name: upstream }));
          void refresh('/admin/v1/health', '/admin/v1/call-names');
        },
      },
    );
  };
  return (
    <Notice tone="warn">
      <p>
        {t('providers.resting', { failures, until: until === null ? '–' : format.time(until) })}
      </p>
      {recovery.error !== null && <ErrorNotice error={recovery.error} />}
      {mayWrite && (
        <div className="mt-2">
          <Button isBusy={recovery.isPending} onClick={recover}>
            {t('providers.useAgain')}
          </Button>
        </div>
      )}
    </Notice>
  );
}
