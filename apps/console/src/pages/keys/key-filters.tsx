/** The filters of the list of keys, which are part of the URL. */
import { useEffect, useRef } from 'react';
import { useLanguage } from '../../i18n/provider.tsx';
import { hideSecret } from '../../search/hide-secret.ts';
import { controlClass } from '../../ui/field.tsx';
import { useGroupNames } from '../../routing/scope-picker.tsx';
import { keyStatuses, type readKeysSearch } from './search.ts';

type Search = ReturnType<typeof readKeysSearch>;

/** Debounce of the search, in milliseconds. */
const typingPause = 250;

export function KeyFilters({
  search,
  onChange,
}: {
  readonly search: Search;
  /** Undefined removes a parameter from the URL. */
  readonly onChange: (search: {
    readonly query?: string | undefined;
    readonly group?: string | undefined;
    readonly status?: Search['status'] | undefined;
  }) => void;
}) {
  const { t } = useLanguage();
  const groups = useGroupNames();
  const later = useLater();
  return (
    <div className="flex flex-wrap gap-2" role="search">
      <div className="min-w-0 flex-1 basis-56">
        <input
          type="search"
          aria-label={t('keys.search')}
          placeholder={t('keys.search')}
          defaultValue={search.query}
          onInput={({ currentTarget }) => {
            const query = hideSecret(currentTarget.value.trim());
            later(() => onChange({ query: query || undefined }));
          }}
          className={controlClass}
        />
      </div>
      <div className="min-w-36">
        <select
          aria-label={t('keys.status')}
          value={search.status ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ status: keyStatuses.find((status) => status === value) })
          }
          className={controlClass}
        >
          <option value="">{t('keys.allStatuses')}</option>
          {keyStatuses.map((status) => (
            <option key={status} value={status}>
              {t(`keys.status_${status}`)}
            </option>
          ))}
        </select>
      </div>
      {groups.length > 1 && (
        <div className="min-w-36 sm:max-w-60">
          <select
            aria-label={t('keys.group')}
            value={search.group ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ group: value || undefined })}
            className={controlClass}
          >
            <option value="">{t('keys.allGroups')}</option>
            {groups.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
      )}
    </div>
  );
}

/** Debounces: runs the last task when no other follows for a while. */
function useLater(): (run: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (run) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, typingPause);
  };
}
