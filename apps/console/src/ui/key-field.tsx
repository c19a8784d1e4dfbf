/** A field that searches for a key by its name. */
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { api, type View } from '../api/client.ts';
import { useLanguage } from '../i18n/provider.tsx';
import { hideSecret } from '../search/hide-secret.ts';
import { TextField } from './field.tsx';

type Key = View<'Key'>;

const separator = ' · ';

/** Suggests matching keys; if there is only one key, it is selected. */
export function KeyField({
  keyId,
  onChange,
  hint,
}: {
  readonly keyId: string | undefined;
  readonly onChange: (keyId: string | undefined) => void;
  readonly hint?: string;
}) {
  const { t } = useLanguage();
  const listId = useId();
  const [text, setText] = useState<string>();
  const { keys, chosen, match, error } = useKeyChoice(keyId, text);
  useEffect(() => {
    if (match !== undefined) onChange(match.id);
  });
  return (
    <>
      <TextField
        label={t('shell.keyHolder')}
        hint={hint}
        error={error}
        list={listId}
        required
        ref={(input) => {
          // The browser shows this when the form is sent, also for a text that means no key or several.
          const isMissing = keyId === undefined;
          input?.setCustomValidity(
            isMissing ? t('keys.selectOne', { name: t('shell.keyHolder') }) : '',
          );
        }}
        value={text ?? (chosen ? labelOf(chosen) : '')}
        onFocus={(event) => {
          event.currentTarget.select();
        }}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setText(next);
          onChange(keys.find((key) => labelOf(key) === next)?.id);
        }}
      />
      <datalist id={listId}>
        {keys.map((key) => (
          <option key={key.id} value={labelOf(key)} />
        ))}
      </datalist>
    </>
  );
}

/** The keys that a text finds, the one that it means, the chosen one, and why there is none. */
function useKeyChoice(keyId: string | undefined, text: string | undefined) {
  const { describeError } = useLanguage();
  // The API searches names, and a label is more than the name.
  const query = hideSecret(text?.split(separator)[0]?.trim() ?? '');
  const found = api.useQuery(
    'get',
    '/admin/v1/keys',
    { params: { query: { limit: 50, ...(query && { query }) } } },
    { placeholderData: keepPreviousData },
  );
  const chosen = api.useQuery(
    'get',
    '/admin/v1/keys/{id}',
    { params: { path: { id: keyId ?? '' } } },
    { enabled: keyId !== undefined },
  );
  const keys = found.data?.data ?? [];
  const isCurrent = found.data?.next === null && !found.isPlaceholderData;
  return {
    keys,
    chosen: keyId === undefined ? undefined : chosen.data,
    match: keyId === undefined ? findKey(keys, text, isCurrent) : undefined,
    error: found.error ? describeError(found.error) : undefined,
  };
}

/**
 * The key that a text means: its label, its name if no other key has it, or without a text the only key.
 * @param isAll whether these are all keys that the text matches
 */
function findKey(keys: readonly Key[], text: string | undefined, isAll: boolean): Key | undefined {
  const labelled = keys.find((key) => labelOf(key) === text);
  if (labelled !== undefined || !isAll) return labelled;
  const named = text === undefined ? keys : keys.filter(({ name }) => name === text.trim());
  return named.length === 1 ? named[0] : undefined;
}

function labelOf({ name, display }: Pick<Key, 'name' | 'display'>): string {
  return `${name}${separator}${display}`;
}
