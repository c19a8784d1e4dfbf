/** The form of a price. */
import { numberOf, textOf, type Draft } from '../../configuration/draft.ts';
import type { Entity } from '../../configuration/entities.ts';
import { EntityEditor, type DraftForm } from '../../configuration/entity-editor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';

const rates = [
  ['input', 'models.input', true],
  ['output', 'models.output', true],
  ['cache_read', 'models.cacheRead', false],
  ['cache_write_5m', 'models.cacheWrite5m', false],
  ['cache_write_1h', 'models.cacheWrite1h', false],
  ['reasoning', 'models.reasoning', false],
  ['audio_input', 'models.audioInput', false],
  ['audio_output', 'models.audioOutput', false],
  ['image_input', 'models.imageInput', false],
  ['image_output', 'models.imageOutput', false],
] as const;

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

function PriceFields({ form: { draft, set, errorOf } }: { readonly form: DraftForm }) {
  const { t } = useLanguage();
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
          const priced = [...rates.map(([name]) => name), 'tiers', 'services'];
          for (const field of priced) set(field, undefined);
        }}
      />
      {!isFree && (
        <div className="grid gap-4 sm:grid-cols-2">
          {rates.map(([field, title, isRequired]) => (
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
      )}
    </>
  );
}
