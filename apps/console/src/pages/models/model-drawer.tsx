/** Everything about one model of a group: its names, price, limits and targets. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMayWrite, useVisitor } from '../../api/visitor.tsx';
import { useEntities } from '../../configuration/entities.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { TargetState } from '../../routing/target-state.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Count } from '../../ui/values.tsx';
import { PriceMark } from './columns.tsx';
import { mainName, type CallName, type ModelRow } from './model-rows.ts';
import { PriceTable } from './price-table.tsx';
import { useModelsSearch } from './search.ts';

export function ModelDrawer({
  row,
  onClose,
}: {
  readonly row: ModelRow;
  readonly onClose: () => void;
}) {
  const { t } = useLanguage();
  const { kind } = useVisitor();
  const { search, change } = useModelsSearch();
  const { entry } = row;
  const name = mainName(row);
  return (
    <Dialog title={name} description={describe(entry)} isOpen onClose={onClose} placement="side">
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap gap-2">
          <Link
            to="/playground"
            search={{ model: name, ...(search.key_id && { key_id: search.key_id }) }}
            className={buttonClass('primary')}
          >
            {t('models.tryIt')}
          </Link>
          <Link to="/requests" search={{ model: entry.model }} className={buttonClass()}>
            {t('nav.requests')}
          </Link>
          <Button onClick={() => change({ explain: true, model: name })}>
            {t('models.explain')}
          </Button>
        </div>
        <Section title={t('models.names')}>
          <ul className="flex flex-col items-start gap-1">
            {[row.bare, row.prefixed, ...row.aliases]
              .filter((each) => each !== null)
              .map((each) => (
                <li key={each} className="max-w-full">
                  <CopyValue value={each} label={t('models.copyName', { name: each })} />
                </li>
              ))}
          </ul>
        </Section>
        <Section title={t('models.price')}>
          <PriceDetails entry={entry} />
        </Section>
        <Section title={t('models.limits')}>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-1">
            <dt className="text-muted">{t('models.context')}</dt>
            <dd className="text-right">
              <Count value={entry.max_input_tokens} />
            </dd>
            <dt className="text-muted">{t('models.outputLimit')}</dt>
            <dd className="text-right">
              <Count value={entry.max_output_tokens} />
            </dd>
            <dt className="text-muted">{t('models.images')}</dt>
            <dd className="text-right">{t(wordOfImages(entry))}</dd>
          </dl>
        </Section>
        {kind === 'operator' && (
          <Section title={t('models.targets')}>
            <Targets entry={entry} />
          </Section>
        )}
      </div>
    </Dialog>
  );
}

function wordOfImages({ accepts_images: accepts }: CallName) {
  if (accepts === null) return 'models.imagesUnknown';
  return accepts ? 'models.accepted' : 'models.notAccepted';
}

function describe({ display_name: displayName, owned_by: ownedBy, name }: CallName): string {
  return displayName === name ? ownedBy : `${displayName} · ${ownedBy}`;
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function PriceDetails({ entry }: { readonly entry: CallName }) {
  const { t, localize } = useLanguage();
  const mayWrite = useMayWrite();
  const { price, price_source: source, price_varies: varies, free, targets } = entry;
  const multiplier = price?.multiplier ?? 1;
  const [first] = targets ?? [];
  return (
    <div className="flex flex-col items-start gap-2">
      {price === null ? <PriceMark entry={entry} /> : <PriceTable price={price} />}
      {price === null && !free && <p className="text-muted">{t('models.unknownPriceHint')}</p>}
      {source && (
        <p className="text-xs text-muted">{t('models.source', { source: localize(source) })}</p>
      )}
      {multiplier !== 1 && (
        <p className="text-xs text-muted">
          {t('models.multiplied', { multiplier, group: entry.group })}
        </p>
      )}
      {varies && <p className="text-xs text-muted">{t('models.varies')}</p>}
      {mayWrite && first !== undefined && (
        <Link
          to="/models"
          search={{ tab: 'prices', create: true, match: `${first.upstream}/${first.model}` }}
          className={buttonClass()}
        >
          {t('models.setPrice')}
        </Link>
      )}
    </div>
  );
}

function Targets({ entry: { targets, model } }: { readonly entry: CallName }) {
  const { t } = useLanguage();
  const declared = useEntities('model').data?.data.some(({ name }) => name === model) ?? false;
  return (
    <div className="flex flex-col items-start gap-3">
      <ul className="w-full rounded-lg border">
        {targets?.map(({ upstream, model: there, priority, state }) => (
          <li
            key={`${upstream}/${there}`}
            className="flex items-center gap-3 border-b px-3 py-2 last:border-0"
          >
            <span className="min-w-0 flex-1">
              <Link
                to="/providers"
                search={{ upstream }}
                className="font-mono text-xs break-all hover:text-accent hover:underline"
              >
                {upstream}/{there}
              </Link>
              <span className="block text-xs text-muted">
                {t('configuration.priority', { priority })}
              </span>
            </span>
            <TargetState state={state} />
          </li>
        ))}
      </ul>
      {declared && (
        <Link to="/groups" search={{ tab: 'routes', open: model }} className={buttonClass()}>
          {t('models.route')}
        </Link>
      )}
    </div>
  );
}
