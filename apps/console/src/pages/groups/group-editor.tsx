/** The form of a group. */
import { draftsOf, linesOf, numberOf, textOf, textsOf } from '../../configuration/draft.ts';
import type { Entity } from '../../configuration/entities.ts';
import { EntityEditor, type DraftForm } from '../../configuration/entity-editor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { CheckField, SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { TierFields } from './tier-fields.tsx';

export function GroupEditor({
  entity,
  taken,
  onClose,
}: {
  readonly entity: Entity | undefined;
  readonly taken: readonly string[];
  readonly onClose: () => void;
}) {
  const { t } = useLanguage();
  return (
    <EntityEditor
      kind="group"
      title={entity?.name ?? t('groups.add')}
      entity={entity}
      initial={entity?.configuration ?? { models: ['*'] }}
      naming={{ label: t('groups.name') }}
      taken={taken}
      form={(form) => <GroupFields form={form} />}
      onClose={onClose}
    />
  );
}

function GroupFields({ form }: { readonly form: DraftForm }) {
  const { t } = useLanguage();
  const { draft, set, errorOf } = form;
  return (
    <>
      <TextField
        label={t('groups.fingerprint')}
        hint={t('groups.fingerprintHint')}
        value={textOf(draft['fingerprint'])}
        onInput={(event) => set('fingerprint', event.currentTarget.value)}
        error={errorOf('fingerprint')}
        spellCheck={false}
      />
      <TextAreaField
        label={t('groups.models')}
        hint={t('groups.modelsHint')}
        rows={4}
        defaultValue={textsOf(draft['models']).join('\n')}
        onInput={(event) => set('models', linesOf(event.currentTarget.value))}
        error={errorOf('models', true)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('groups.family')}
          hint={t('groups.familyHint')}
          value={textOf(draft['family']) || 'messages'}
          onChange={(event) => set('family', event.currentTarget.value)}
          error={errorOf('family')}
        >
          <option>messages</option>
          <option>chat-completions</option>
        </SelectField>
        <TextField
          label={t('groups.multiplier')}
          hint={t('groups.multiplierHint')}
          inputMode="decimal"
          placeholder="1"
          defaultValue={textOf(draft['multiplier'])}
          onInput={(event) => set('multiplier', numberOf(event.currentTarget.value))}
          error={errorOf('multiplier')}
        />
      </div>
      <SelectField
        label={t('groups.countTokens')}
        value={textOf(draft['count_tokens'])}
        onChange={(event) => set('count_tokens', event.currentTarget.value)}
        error={errorOf('count_tokens')}
      >
        <option value="">{t('groups.countByFamily')}</option>
        <option value="native">{t('groups.countNative')}</option>
        <option value="estimate">{t('groups.countEstimate')}</option>
        <option value="off">{t('groups.countOff')}</option>
      </SelectField>
      <CheckField
        label={t('groups.holdersMayRotate')}
        hint={t('groups.holdersHint')}
        checked={draft['holders_may_rotate'] === true}
        onChange={(event) => set('holders_may_rotate', event.currentTarget.checked || undefined)}
      />
      <TierFields
        tiers={draftsOf(draft['tiers'])}
        onChange={(tiers) => set('tiers', tiers)}
        errorOf={errorOf}
      />
    </>
  );
}
