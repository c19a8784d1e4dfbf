/** The controls of the page: period, step, time zone and dimension. */
import { useState } from 'react';
import { localZone } from '../../calendar/zone.ts';
import { useIsOperator } from '../../api/surface.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { Period } from './period.ts';
import { dimensions, measures, ranges, type UsageSearch } from './search.ts';

interface Props {
  readonly search: UsageSearch;
  readonly period: Period;
  readonly onChange: (changes: UsageSearch) => void;
}

/** The dimensions that key holders may group by. */
const holderDimensions = ['model', 'group'] as const;

export function Controls({ search, period, onChange }: Props) {
  const { t } = useLanguage();
  const isOperator = useIsOperator();
  const shown = measures.filter((measure) => isOperator || measure !== 'margin');
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      <Choice
        label={t('usage.range')}
        value={search.range ?? 'week'}
        choices={ranges.map((range) => [range, t(`usage.${range}`)])}
        onChoose={(range) =>
          onChange(
            range === 'custom'
              ? { range, from: period.firstDay, until: period.lastDay }
              : { range, from: undefined, until: undefined },
          )
        }
      />
      {search.range === 'custom' && <Days search={search} period={period} onChange={onChange} />}
      <Choice
        label={t('usage.measure')}
        value={search.measure ?? 'amount'}
        choices={shown.map((measure) => [measure, t(`usage.${measure}`)])}
        onChoose={(measure) => onChange({ measure })}
      />
      <Choice
        label={t('usage.by')}
        value={search.by ?? 'model'}
        choices={(isOperator ? dimensions : holderDimensions).map((by) => [
          by,
          t(`requests.${dimensionNames[by]}`),
        ])}
        onChoose={(by) => onChange({ by })}
      />
      <Choice
        label={t('usage.step')}
        value={period.step}
        choices={(['day', 'hour'] as const).map((step) => [step, t(`usage.${step}`)])}
        onChoose={(step) => onChange({ step })}
      />
      <ZoneChoice zone={period.zone} onChange={onChange} />
    </div>
  );
}

/** The names of the dimensions are those of the requests' columns. */
export const dimensionNames = {
  model: 'model',
  key: 'key_id',
  group: 'group',
  account: 'account_id',
  upstream: 'upstream',
} as const;

function Choice<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [Value, string])[];
  readonly onChoose: (value: Value) => void;
}) {
  return (
    <SelectField
      label={label}
      value={value}
      onChange={(event) => {
        const chosen = choices.find(([each]) => each === event.currentTarget.value);
        if (chosen) onChoose(chosen[0]);
      }}
    >
      {choices.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function Days({ period, onChange }: Props) {
  const { t } = useLanguage();
  return (
    <>
      <TextField
        key={`from ${period.firstDay}`}
        label={t('usage.from')}
        type="date"
        defaultValue={period.firstDay}
        onBlur={(event) => onChange({ from: event.currentTarget.value || undefined })}
      />
      <TextField
        key={`until ${period.lastDay}`}
        label={t('usage.until')}
        type="date"
        defaultValue={period.lastDay}
        onBlur={(event) => onChange({ until: event.currentTarget.value || undefined })}
      />
    </>
  );
}

/** Lists all time zones only when the control is opened, because there are hundreds. */
function ZoneChoice({
  zone,
  onChange,
}: {
  readonly zone: string;
  readonly onChange: Props['onChange'];
}) {
  const { t } = useLanguage();
  const [isWanted, setWanted] = useState(false);
  const near = [localZone(), 'UTC', zone];
  const zones = [...new Set([...near, ...(isWanted ? Intl.supportedValuesOf('timeZone') : [])])];
  return (
    <div onPointerDown={() => setWanted(true)} onFocusCapture={() => setWanted(true)}>
      <Choice
        label={t('usage.zone')}
        value={zone}
        choices={zones.map((name) => [name, name.replaceAll('_', ' ')])}
        onChoose={(chosen) => onChange({ zone: chosen === localZone() ? undefined : chosen })}
      />
    </div>
  );
}
