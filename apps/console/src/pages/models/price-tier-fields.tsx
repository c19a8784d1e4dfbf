/** The prices for longer prompts, as a part of the form of a price. */
import { Plus, X } from 'lucide-react';
import { draftsOf, numberOf, textOf, withField, type Draft } from '../../configuration/draft.ts';
import type { DraftForm } from '../../configuration/entity-editor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { priceRates } from './price-rates.ts';

export function PriceTierFields({ form: { draft, set, errorOf } }: { readonly form: DraftForm }) {
  const { t } = useLanguage();
  const tiers = draftsOf(draft['tiers']);
  const replace = (index: number, ...others: readonly Draft[]) =>
    set('tiers', tiers.toSpliced(index, 1, ...others));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="text-sm font-medium">{t('models.longPrompts')}</legend>
      <p className="text-xs text-muted">{t('models.longPromptsHint')}</p>
      {tiers.map((tier, index) => (
        // The fields keep what is typed, so those of other tiers are made anew when one is removed.
        <div
          key={`${tiers.length}-${index}`}
          className="flex items-start gap-2 rounded-lg border p-3"
        >
          <TierFields
            tier={tier}
            price={draft}
            onChange={(changed) => replace(index, changed)}
            errorOf={(path) => errorOf(`tiers.${index}.${path}`)}
          />
          <IconButton
            label={t('models.removeTier', { number: index + 1 })}
            onClick={() => replace(index)}
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      ))}
      <div>
        <Button onClick={() => set('tiers', [...tiers, {}])}>
          <Plus aria-hidden className="size-4" />
          {t('models.addTier')}
        </Button>
      </div>
    </fieldset>
  );
}

/** A tier states every price that the price itself states. */
function TierFields({
  tier,
  price,
  onChange,
  errorOf,
}: {
  readonly tier: Draft;
  readonly price: Draft;
  readonly onChange: (tier: Draft) => void;
  readonly errorOf: (path: string) => string | undefined;
}) {
  const { t } = useLanguage();
  const stated = priceRates.filter(([field, , isRequired]) => {
    return isRequired || price[field] !== undefined || tier[field] !== undefined;
  });
  return (
    <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-3">
      {[['above', 'models.aboveTokens'] as const, ...stated].map(([field, title]) => (
        <TextField
          key={field}
          label={t(title)}
          inputMode="decimal"
          defaultValue={textOf(tier[field])}
          onInput={(event) => {
            onChange(withField(tier, field, numberOf(event.currentTarget.value)));
          }}
          error={errorOf(field)}
        />
      ))}
    </div>
  );
}
