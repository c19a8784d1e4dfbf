/** The list of groups with their models and tiers. */
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { draftsOf, textOf, textsOf, type Draft } from '../../configuration/draft.ts';
import { useEntities, type Entity } from '../../configuration/entities.ts';
import {
  DeleteEntityDialog,
  EntityDrawer,
  EntityMenu,
  ManagedBadge,
} from '../../configuration/entity-drawer.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Badge, ErrorNotice, Notice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { GroupEditor } from './group-editor.tsx';
import { useGroupsSearch } from './search.ts';

export function Groups() {
  const { t } = useLanguage();
  const { search, change } = useGroupsSearch();
  const { data, error, refetch } = useEntities('group');
  const [deleted, setDeleted] = useState<Entity>();
  const close = () => change({ open: undefined, create: undefined });
  const notice = error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return notice || <Skeleton />;
  const groups = data.data;
  return (
    <div className="flex flex-col gap-4">
      {notice}
      {groups.length === 0 && <Notice>{t('groups.none')}</Notice>}
      {groups.map((group) => (
        <GroupCard key={group.name} group={group} onDelete={() => setDeleted(group)} />
      ))}
      <EntityDrawer
        entities={groups}
        open={search.open}
        isNew={search.create ?? false}
        onClose={close}
        editor={(entity) => (
          <GroupEditor
            key={entity?.name}
            entity={entity}
            taken={groups.map(({ name }) => name)}
            onClose={close}
          />
        )}
      />
      <DeleteEntityDialog entity={deleted} onClose={() => setDeleted(undefined)} />
    </div>
  );
}

function GroupCard({ group, onDelete }: { readonly group: Entity; readonly onDelete: () => void }) {
  const { t } = useLanguage();
  const { change } = useGroupsSearch();
  const { name, configuration } = group;
  const fingerprint = textOf(configuration['fingerprint']);
  const multiplier = textOf(configuration['multiplier']) || '1';
  const tiers = draftsOf(configuration['tiers']);
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          <span className="text-base break-all">{name}</span>
          {fingerprint !== '' && (
            <code
              className="rounded bg-accent-soft px-1.5 py-0.5 font-mono text-xs font-normal text-accent"
              title={t('groups.fingerprint')}
            >
              {fingerprint}/
            </code>
          )}
          <ManagedBadge entity={group} />
        </span>
      }
      actions={
        <div className="flex items-center gap-1">
          <Link to="/models" search={{ group: name }} className={buttonClass('quiet')}>
            {t('nav.models')}
          </Link>
          <EntityMenu
            entity={group}
            onOpen={() => change({ open: name })}
            onDelete={onDelete}
            actions={[
              {
                label: t('groups.dryRun'),
                onSelect: () => change({ tab: 'dry-run', group: name, key_id: undefined }),
              },
            ]}
          />
        </div>
      }
    >
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 *:first:col-span-2 md:*:first:col-span-1 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <Fact title={t('groups.models')}>
          <Patterns patterns={textsOf(configuration['models'] ?? ['*'])} />
        </Fact>
        <Fact title={t('groups.family')}>{textOf(configuration['family']) || 'messages'}</Fact>
        <Fact title={t('groups.multiplier')}>×{multiplier}</Fact>
        <Fact title={t('groups.holders')}>
          {configuration['holders_may_rotate'] === true ? t('groups.yes') : t('groups.no')}
        </Fact>
      </dl>
      {tiers.length > 0 && (
        <div className="mt-4 border-t pt-3">
          <h3 className="mb-1 text-xs text-muted">{t('groups.tiers')}</h3>
          <ol>
            {tiers.map((tier, index) => (
              <TierLine key={index} tier={tier} />
            ))}
          </ol>
        </div>
      )}
    </Card>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-1 text-xs text-muted">{title}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** Maximum number of items; the rest is counted. */
const mostPatterns = 12;

function Patterns({ patterns }: { readonly patterns: readonly string[] }) {
  const { t } = useLanguage();
  if (patterns.includes('*')) return <>{t('groups.everything')}</>;
  return (
    <ul className="flex flex-wrap gap-1">
      {patterns.slice(0, mostPatterns).map((pattern) => (
        <li key={pattern} className="max-w-full">
          <code
            className="block truncate rounded bg-sunken px-1.5 py-0.5 font-mono text-xs"
            title={pattern}
          >
            {pattern}
          </code>
        </li>
      ))}
      {patterns.length > mostPatterns && <li>+{patterns.length - mostPatterns}</li>}
    </ul>
  );
}

function TierLine({ tier }: { readonly tier: Draft }) {
  const { t } = useLanguage();
  const effort = textOf(tier['effort']);
  return (
    <li className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <code className="font-mono text-xs break-all">
        {textOf(tier['match'] === 'tier' ? tier['tier'] : tier['name'])}
      </code>
      {tier['match'] === 'tier' && <Badge>{t('groups.level')}</Badge>}
      <ArrowRight aria-label={t('groups.leadsTo')} className="size-3.5 shrink-0 text-muted" />
      <code className="font-mono text-xs break-all">{textOf(tier['to'])}</code>
      {effort !== '' && <Badge tone="accent">{t('configuration.effort', { effort })}</Badge>}
    </li>
  );
}
