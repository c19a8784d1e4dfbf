/** The form of a call name: its targets and what lists of models say about it. */
import { Plus, X } from 'lucide-react';
import { draftsOf, numberOf, textOf, withField, type Draft } from '../../configuration/draft.ts';
import { useEntities, type Entity } from '../../configuration/entities.ts';
import { EntityEditor, type DraftForm } from '../../configuration/entity-editor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';

const texts = [
  ['display_name', 'groups.displayName'],
  ['owned_by', 'groups.ownedBy'],
] as const;

/** The values of `accepts_images`, by those of the options; any other removes the field. */
const imageAnswers = new Map([
  ['true', true],
  ['false', false],
]);

export function RouteEditor({
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
      kind="model"
      title={entity?.name ?? t('groups.addRoute')}
      entity={entity}
      initial={entity?.configuration ?? { targets: [{ upstream: '' }] }}
      naming={{ label: t('groups.callName'), hint: t('groups.callNameHint') }}
      taken={taken}
      form={(form) => <RouteFields form={form} />}
      onClose={onClose}
    />
  );
}

function RouteFields({ form: { draft, set, errorOf } }: { readonly form: DraftForm }) {
  const { t } = useLanguage();
  const targets = draftsOf(draft['targets']);
  const replace = (index: number, ...others: readonly Draft[]) =>
    set('targets', targets.toSpliced(index, 1, ...others));
  return (
    <>
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="text-sm font-medium">{t('models.targets')}</legend>
        <p className="text-xs text-muted">{t('groups.targetsHint')}</p>
        {targets.map((target, index) => (
          // The fields keep what is typed, so those of other targets are made anew when one is removed.
          <div
            key={`${targets.length}-${index}`}
            className="flex items-start gap-2 rounded-lg border p-3"
          >
            <TargetFields
              target={target}
              onChange={(changed) => replace(index, changed)}
              errorOf={(path) => errorOf(`targets.${index}.${path}`)}
            />
            <IconButton
              label={t('groups.removeTarget', { number: index + 1 })}
              disabled={targets.length === 1}
              onClick={() => replace(index)}
            >
              <X aria-hidden className="size-4" />
            </IconButton>
          </div>
        ))}
        {errorOf('targets') !== undefined && <p className="text-bad">{errorOf('targets')}</p>}
        <div>
          <Button
            onClick={() => set('targets', [...targets, { upstream: '', priority: targets.length }])}
          >
            <Plus aria-hidden className="size-4" />
            {t('groups.addTarget')}
          </Button>
        </div>
      </fieldset>
      {texts.map(([field, title]) => (
        <TextField
          key={field}
          label={t(title)}
          value={textOf(draft[field])}
          onInput={(event) => set(field, event.currentTarget.value)}
          error={errorOf(field)}
        />
      ))}
      <TextField
        label={t('models.context')}
        inputMode="numeric"
        defaultValue={textOf(draft['max_input_tokens'])}
        onInput={(event) => set('max_input_tokens', numberOf(event.currentTarget.value))}
        error={errorOf('max_input_tokens')}
      />
      <SelectField
        label={t('models.images')}
        value={JSON.stringify(draft['accepts_images'] ?? null)}
        onChange={(event) => set('accepts_images', imageAnswers.get(event.currentTarget.value))}
        error={errorOf('accepts_images')}
      >
        <option value="null">{t('models.imagesAsListed')}</option>
        <option value="true">{t('models.accepted')}</option>
        <option value="false">{t('models.notAccepted')}</option>
      </SelectField>
      <p className="text-xs text-muted">{t('groups.profileHint')}</p>
    </>
  );
}

function TargetFields({
  target,
  onChange,
  errorOf,
}: {
  readonly target: Draft;
  readonly onChange: (target: Draft) => void;
  readonly errorOf: (path: string) => string | undefined;
}) {
  const { t } = useLanguage();
  const upstreams = useEntities('upstream').data?.data ?? [];
  const change = (field: string, value: unknown) => onChange(withField(target, field, value));
  const upstream = textOf(target['upstream']);
  return (
    <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-[1fr_1fr_5rem_5rem]">
      <SelectField
        label={t('groups.upstream')}
        value={upstream}
        error={errorOf('upstream')}
        onChange={(event) => onChange({ ...target, upstream: event.currentTarget.value })}
      >
        {!upstreams.some(({ name }) => name === upstream) && <option>{upstream}</option>}
        {upstreams.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <TextField
        label={t('groups.modelThere')}
        placeholder={t('groups.sameName')}
        value={textOf(target['model'])}
        error={errorOf('model')}
        onInput={(event) => change('model', event.currentTarget.value)}
        spellCheck={false}
      />
      <TextField
        label={t('groups.priority')}
        inputMode="numeric"
        defaultValue={textOf(target['priority'])}
        error={errorOf('priority')}
        onInput={(event) => change('priority', numberOf(event.currentTarget.value))}
      />
      <TextField
        label={t('groups.weight')}
        inputMode="numeric"
        defaultValue={textOf(target['weight'])}
        error={errorOf('weight')}
        onInput={(event) => change('weight', numberOf(event.currentTarget.value))}
      />
    </div>
  );
}
