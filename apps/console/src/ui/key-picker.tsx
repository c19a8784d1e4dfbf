/** A field in which one of many API keys is found by a part of its name. */
import { keepPreviousData } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent } from 'react';
import { api, type View } from '../api/client.ts';
import { useLanguage } from '../i18n/provider.tsx';
import { controlClass } from './field.tsx';

type Key = View<'Key'>;

/** More do not help: one types another letter. */
const mostShown = 20;

export function KeyPicker({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  /** The id of the chosen key. */
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
}) {
  const { t } = useLanguage();
  const id = useId();
  // Absent while the list is closed.
  const [query, setQuery] = useState<string>();
  const [active, setActive] = useState(0);
  const chosen = api.useQuery(
    'get',
    '/admin/v1/keys/{id}',
    { params: { path: { id: value ?? '' } } },
    { enabled: value !== undefined },
  );
  const keys = useMatches(query);
  const choose = (key: Key | undefined) => {
    if (key === undefined) return;
    setQuery(undefined);
    onChange(key.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setQuery(query ?? '');
      setActive((active + step + keys.length) % Math.max(1, keys.length));
    }
    if (query === undefined) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(keys[active]);
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      setQuery(undefined);
    }
  };
  return (
    <div className="relative flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={query !== undefined}
        aria-controls={`${id}-list`}
        aria-activedescendant={query !== undefined && keys[active] ? `${id}-${active}` : undefined}
        placeholder={t('configuration.keyHint')}
        value={query ?? (value === undefined ? '' : (chosen.data?.name ?? value))}
        onFocus={() => setQuery('')}
        onBlur={() => setQuery(undefined)}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        className={controlClass}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={t('shell.results')}
        hidden={query === undefined}
        className="absolute top-full right-0 left-0 z-20 mt-1 max-h-72 overflow-y-auto rounded-lg border bg-raised p-1 shadow-lg"
      >
        {keys.map((key, index) => (
          <li
            key={key.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseMove={() => setActive(index)}
            // Before the field loses the focus, which would close the list.
            onMouseDown={(event) => {
              event.preventDefault();
              choose(key);
            }}
            className="flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-md px-3 text-sm aria-selected:bg-sunken pointer-coarse:min-h-11"
          >
            <span className="truncate">{key.name}</span>
            <span className="shrink-0 font-mono text-xs text-muted">{key.display}</span>
          </li>
        ))}
        {keys.length === 0 && (
          <li role="option" aria-selected={false} aria-disabled className="px-3 py-2 text-muted">
            {t('configuration.noKeys')}
          </li>
        )}
      </ul>
    </div>
  );
}

function useMatches(query: string | undefined): readonly Key[] {
  const { data } = api.useQuery(
    'get',
    '/admin/v1/keys',
    { params: { query: { limit: 1_000 } } },
    { enabled: query !== undefined, placeholderData: keepPreviousData },
  );
  const part = (query ?? '').trim().toLowerCase();
  return (data?.data ?? [])
    .filter(({ name, display }) => `${name} ${display}`.toLowerCase().includes(part))
    .slice(0, mostShown);
}
