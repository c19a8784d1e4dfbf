/** The rules of a group that map unknown names to call names; the first match counts. */
import { ArrowUp, Plus, X } from 'lucide-react';
import { textOf, withField, type Draft } from '../../configuration/draft.ts';
import type { DraftForm } from '../../configuration/entity-editor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';

const levels = ['opus', 'sonnet', 'haiku', 'fable', 'mythos'];
const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

export function TierFields({
  tiers,
  onChange,
  errorOf,
}: {
  readonly tiers: readonly Draft[];
  readonly onChange: (tiers: readonly Draft[]) => void;
  readonly errorOf: DraftForm['errorOf'];
}) {
  const { t } = useLanguage();
  const replace = (index: number, ...others: readonly Draft[]) =>
    onChange(tiers.toSpliced(index, 1, ...others));
  const moveUp = (index: number) => {
    const [above, here] = [tiers[index - 1], tiers[index]];
    if (above !== undefined && here !== undefined) {
      onChange(tiers.toSpliced(index - 1, 2, here, above));
    }
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="text-sm font-medium">{t('groups.tiers')}</legend>
      <p className="text-xs text-muted">{t('groups.tiersHint')}</p>
      {tiers.map((tier, index) => (
        <div key={index} className="flex items-start gap-2 rounded-lg border p-3">
          <TierRow
            tier={tier}
            onChange={(changed) => replace(index, changed)}
            errorOf={(path) => errorOf(`tiers.${index}.${path}`)}
          />
          <div className="flex flex-col">
            <IconButton
              label={t('groups.moveUp', { number: index + 1 })}
              disabled={index === 0}
              onClick={() => moveUp(index)}
            >
              <ArrowUp aria-hidden className="size-4" />
            </IconButton>
            <IconButton
              label={t('groups.removeRule', { number: index + 1 })}
              onClick={() => replace(index)}
            >
              <X aria-hidden className="size-4" />
            </IconButton>
          </div>
        </div>
      ))}
      <div>
        <Button
          onClick={() =>
            onChange([...tiers, { match: 'tier', tier: levels[tiers.length] ?? 'opus', to: '' }])
          }
        >
          <Plus aria-hidden className="size-4" />
          {t('groups.addRule')}
        </Button>
      </div>
    </fieldset>
  );
}

function TierRow({
  tier,
  onChange,
  errorOf,
}: {
  readonly tier: Draft;
  readonly onChange: (tier: Draft) => void;
  readonly errorOf: (path: string) => string | undefined;
}) {
  const { t } = useLanguage();
  const match = textOf(tier['match']);
  const change = (field: string, value: string) => onChange(withField(tier, field, value));
  return (
    <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
      <SelectField
        label={t('groups.match')}
        value={match}
        error={errorOf('match')}
        onChange={({ currentTarget: { value } }) => {
          const { name, tier: _, ...rest } = tier;
          const target = value === 'tier' ? { tier: 'opus' } : { name: textOf(name) };
          onChange({ ...rest, match: value, ...target });
        }}
      >
        <option value="tier">{t('groups.matchTier')}</option>
        <option value="glob">{t('groups.matchGlob')}</option>
        <option value="exact">{t('groups.matchExact')}</option>
      </SelectField>
      {match === 'tier' ? (
        <SelectField
          label={t('groups.level')}
          value={textOf(tier['tier'])}
          error={errorOf('tier')}
          onChange={(event) => change('tier', event.currentTarget.value)}
        >
          {levels.map((level) => (
            <option key={level}>{level}</option>
          ))}
        </SelectField>
      ) : (
        <TextField
          label={t('groups.askedName')}
          value={textOf(tier['name'])}
          error={errorOf('name')}
          onInput={(event) => change('name', event.currentTarget.value)}
          spellCheck={false}
        />
      )}
      <TextField
        label={t('groups.to')}
        value={textOf(tier['to'])}
        error={errorOf('to')}
        onInput={(event) => change('to', event.currentTarget.value)}
        spellCheck={false}
      />
      <SelectField
        label={t('groups.effort')}
        value={textOf(tier['effort'])}
        error={errorOf('effort')}
        onChange={(event) => change('effort', event.currentTarget.value)}
      >
        <option value="">{t('groups.asAsked')}</option>
        {efforts.map((effort) => (
          <option key={effort}>{effort}</option>
        ))}
      </SelectField>
    </div>
  );
}
