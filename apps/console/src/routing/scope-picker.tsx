/** Chooses the group or the API key whose call names are shown. */
import { useState } from 'react';
import { useEntities } from '../configuration/entities.ts';
import { useLanguage } from '../i18n/provider.tsx';
import { SelectField } from '../ui/field.tsx';
import { KeyField } from '../ui/key-field.tsx';

export interface Scope {
  readonly key_id?: string;
  readonly group?: string;
}

/** No group has this name, because names contain no control characters. */
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
              // The text typed so far may not be a key id yet.
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

/** Of all groups. Unless the file declares groups there is the group `default`, which the list leaves out. */
export function useGroupNames(): readonly string[] {
  const groups = useEntities('group').data?.data ?? [];
  const names = groups.map(({ name }) => name);
  const isListed = groups.some(({ managed }) => managed === 'file');
  return isListed ? names : [...new Set(['default', ...names])];
}

/** The group that the API uses without a key and a group. */
function defaultGroup(names: readonly string[]): string | undefined {
  return names.includes('default') ? 'default' : names[0];
}
