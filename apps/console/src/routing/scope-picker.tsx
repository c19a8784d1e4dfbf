/** Whose view of the models is shown: a group's, or an API key's. */
import { useState } from 'react';
import { useEntities } from '../configuration/entities.ts';
import { useLanguage } from '../i18n/provider.tsx';
import { SelectField } from '../ui/field.tsx';
import { KeyField } from '../ui/key-field.tsx';

export interface Scope {
  readonly key_id?: string;
  readonly group?: string;
}

/** No group has this name: names hold no control characters. */
const keyChoice = '\u0000';

export function ScopePicker({
  scope,
  onChange,
}: {
  readonly scope: Scope;
  readonly onChange: (scope: Scope) => void;
}) {
  const { t } = useLanguage();
  const [isChoosingKey, setChoosingKey] = useState(false);
  const groups = useGroupNames();
  const isKey = isChoosingKey || scope.key_id !== undefined;
  return (
    <div className="flex w-full flex-wrap gap-3 sm:w-auto">
      <div className="w-full sm:w-48">
        <SelectField
          label={t('configuration.seenBy')}
          value={isKey ? keyChoice : (scope.group ?? defaultGroup(groups))}
          onChange={({ currentTarget: { value } }) => {
            setChoosingKey(value === keyChoice);
            if (value !== keyChoice) onChange({ group: value });
          }}
        >
          <optgroup label={t('configuration.groups')}>
            {groups.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </optgroup>
          <option value={keyChoice}>{t('configuration.aKey')}</option>
        </SelectField>
      </div>
      {isKey && (
        <div className="w-full sm:w-48">
          <KeyField
            keyId={scope.key_id}
            onChange={(id) => {
              // What is typed so far may be no key yet.
              if (id === undefined) return;
              setChoosingKey(false);
              onChange({ key_id: id });
            }}
          />
        </div>
      )}
    </div>
  );
}

/** Where nothing declares groups there is one, `default`. */
function useGroupNames(): readonly string[] {
  const { data } = useEntities('group');
  const names = data?.data.map(({ name }) => name) ?? [];
  return names.length === 0 ? ['default'] : names;
}

/** The one that the API takes, too, when neither a key nor a group is given. */
function defaultGroup(names: readonly string[]): string | undefined {
  return names.includes('default') ? 'default' : names[0];
}
