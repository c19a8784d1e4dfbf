/** The fields of the playground for what a side calls: its model and its format. */
import { useId } from 'react';
import { useLanguage } from '../../i18n/provider.tsx';
import { dialectNames } from '../../routing/dialects.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { Side } from './use-side.ts';

export function TargetFields({
  side,
  isSecond = false,
  names,
  ...on
}: {
  readonly side: Side;
  readonly isSecond?: boolean;
  /** The call names to choose from. */
  readonly names: readonly string[];
  readonly onModel: (model: string) => void;
  readonly onDialect: (dialect: string) => void;
}) {
  const { t } = useLanguage();
  const namesId = useId();
  return (
    <div className="grid gap-4 sm:max-lg:grid-cols-2">
      <TextField
        label={isSecond ? t('playground.secondModel') : t('playground.model')}
        list={namesId}
        value={side.model}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => on.onModel(event.currentTarget.value)}
      />
      <datalist id={namesId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <SelectField
        label={isSecond ? t('playground.secondFormat') : t('playground.format')}
        value={side.dialect}
        onChange={(event) => on.onDialect(event.currentTarget.value)}
      >
        {Object.entries(dialectNames).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
