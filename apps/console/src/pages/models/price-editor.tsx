/** The form of a price. */
import {
  formatEntries,
  numberOf,
  parseEntries,
  textOf,
  type Draft,
} from '../../configuration/draft.ts';
import type { Entity } from '../../configuration/entities.ts';
import { EntityEditor, type DraftForm } from '../../configuration/entity-editor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { CheckField, TextAreaField, TextField } from '../../ui/field.tsx';
import { priceRates } from './price-rates.ts';
import { PriceTierFields } from './price-tier-fields.tsx';

export function PriceEditor({
  entity,
  match,
  taken,
  onClose,
}: {
  readonly entity: Entity | undefined;
  readonly match: string | undefined;
  readonly taken: readonly string[];
  readonly onClose: () => void;
}) {
  const { t } = useLanguage();
  return (
    <EntityEditor
      kind="price"
      title={entity === undefined ? t('models.addPrice') : t('models.editPrice')}
      entity={entity}
      initial={entity?.configuration ?? { match: match ?? '' }}
      naming={namePrice}
      taken={taken}
      form={(form) => <PriceFields form={form} />}
      onClose={onClose}
    />
  );
}

/** The pattern and the start identify a price. */
function namePrice({ match, from }: Draft): string {
  return [textOf(match), textOf(from)].filter((text) => text !== '').join(' ');
}

function PriceFields({ form }: { readonly form: DraftForm }) {
  const { t } = useLanguage();
  const { draft, set, errorOf } = form;
  const isFree = draft['free'] === true;
  return (
    <>
      <TextField
        label={t('models.match')}
        hint={t('models.matchHint')}
        value={textOf(draft['match'])}
        onInput={(event) => set('match', event.currentTarget.value)}
        error={errorOf('match')}
        spellCheck={false}
      />
      <TextField
        type="date"
        label={t('models.from')}
        hint={t('models.fromHint')}
        value={textOf(draft['from'])}
        onInput={(event) => set('from', event.currentTarget.value)}
        error={errorOf('from')}
      />
      <CheckField
        label={t('models.free')}
        checked={isFree}
        onChange={(event) => {
          set('free', event.currentTarget.checked || undefined);
          // A free model has no prices.
          const priced = [...priceRates.map(([name]) => name), 'tiers', 'services', 'fees'];
          for (const field of priced) set(field, undefined);
        }}
      />
      {!isFree && <Rates form={form} />}
    </>
  );
}

function Rates({ form }: { readonly form: DraftForm }) {
  const { t } = useLanguage();
  const { draft, set, errorOf } = form;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {priceRates.map(([field, title, isRequired]) => (
          <TextField
            key={field}
            label={t(title)}
            hint={isRequired ? t('models.perMillion') : t('models.optional')}
            inputMode="decimal"
            defaultValue={textOf(draft[field])}
            onInput={(event) => set(field, numberOf(event.currentTarget.value))}
            error={errorOf(field)}
          />
        ))}
      </div>
      <PriceTierFields form={form} />
      <TextAreaField
        label={t('models.services')}
        hint={t('models.servicesHint')}
        rows={2}
        defaultValue={formatEntries(draft['services'])}
        onInput={(event) => set('services', parseNumbers(event.currentTarget.value))}
        error={errorOf('services', true)}
      />
      <TextAreaField
        label={t('models.fees')}
        hint={t('models.feesHint')}
        rows={2}
        defaultValue={formatEntries(draft['fees'])}
        onInput={(event) => set('fees', parseNumbers(event.currentTarget.value))}
        error={errorOf('fees', true)}
      />
    </>
  );
}

/** Lines such as `priority: 2` or `web_search: 10`. */
function parseNumbers(text: string): Draft | undefined {
  const entries = parseEntries(text);
  if (entries === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(entries).map(([name, factor]) => [name, numberOf(factor) ?? '']),
  );
}
