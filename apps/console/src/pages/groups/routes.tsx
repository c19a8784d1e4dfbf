/** The declared call names with their targets. */
import { Waypoints } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMayWrite } from '../../api/visitor.tsx';
import { draftsOf, textOf, type Draft } from '../../configuration/draft.ts';
import { useEntities, type Entity } from '../../configuration/entities.ts';
import {
  DeleteEntityDialog,
  EntityDrawer,
  EntityMenu,
  ManagedBadge,
} from '../../configuration/entity-drawer.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { TargetState } from '../../routing/target-state.tsx';
import { shownStateOf, type ShownState } from '../../routing/upstream-state.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { RouteEditor } from './route-editor.tsx';
import { useGroupsSearch } from './search.ts';

export function Routes() {
  const { t } = useLanguage();
  const mayWrite = useMayWrite();
  const { search, change } = useGroupsSearch();
  const { data, error, refetch } = useEntities('model');
  const [deleted, setDeleted] = useState<Entity>();
  const states = useStates();
  const close = () => change({ open: undefined, create: undefined });
  const notice = error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return notice || <Skeleton />;
  const routes = data.data;
  return (
    <div className="flex flex-col gap-4">
      {notice}
      <p className="max-w-prose text-muted">{t('groups.routesHint')}</p>
      {routes.length === 0 && (
        <EmptyState
          icon={Waypoints}
          title={t('groups.noRoutes')}
          action={
            mayWrite && (
              <Button onClick={() => change({ create: true })}>{t('groups.addRoute')}</Button>
            )
          }
        />
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        {routes.map((route) => (
          <RouteCard
            key={route.name}
            route={route}
            states={states}
            onDelete={() => setDeleted(route)}
          />
        ))}
      </div>
      <EntityDrawer
        entities={routes}
        open={search.open}
        isNew={search.create ?? false}
        onClose={close}
        editor={(entity) => (
          <RouteEditor
            key={entity?.name}
            entity={entity}
            taken={routes.map(({ name }) => name)}
            onClose={close}
          />
        )}
      />
      <DeleteEntityDialog entity={deleted} onClose={() => setDeleted(undefined)} />
    </div>
  );
}

function RouteCard({
  route,
  states,
  onDelete,
}: {
  readonly route: Entity;
  readonly states: ReadonlyMap<string, ShownState>;
  readonly onDelete: () => void;
}) {
  const { change } = useGroupsSearch();
  const { name, configuration } = route;
  const targets = draftsOf(configuration['targets']).toSorted(
    (one, other) => priorityOf(one) - priorityOf(other),
  );
  const displayName = textOf(configuration['display_name']);
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          <code className="font-mono break-all">{name}</code>
          {displayName !== '' && <span className="font-normal text-muted">{displayName}</span>}
          <ManagedBadge entity={route} />
        </span>
      }
      actions={
        <EntityMenu entity={route} onOpen={() => change({ open: name })} onDelete={onDelete} />
      }
    >
      <ol className="flex flex-col gap-2">
        {targets.map((target, index) => (
          <TargetLine key={index} target={target} callName={name} states={states} />
        ))}
      </ol>
    </Card>
  );
}

function TargetLine({
  target,
  callName,
  states,
}: {
  readonly target: Draft;
  readonly callName: string;
  readonly states: ReadonlyMap<string, ShownState>;
}) {
  const { t } = useLanguage();
  const upstream = textOf(target['upstream']);
  const state = states.get(upstream);
  return (
    <li className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="font-mono text-xs break-all">
          {upstream}/{textOf(target['model']) || callName}
        </p>
        <p className="text-xs text-muted">
          {t('configuration.priority', { priority: priorityOf(target) })}
        </p>
      </div>
      {state !== undefined && <TargetState state={state} />}
    </li>
  );
}

function priorityOf(target: Draft): number {
  const { priority } = target;
  return typeof priority === 'number' ? priority : 0;
}

function useStates(): ReadonlyMap<string, ShownState> {
  const { data } = api.useQuery('get', '/admin/v1/health');
  return new Map(data?.data.map((health) => [health.upstream, shownStateOf(health)]));
}
