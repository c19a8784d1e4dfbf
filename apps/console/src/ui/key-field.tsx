/** A field that searches for a key by its name. */
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { api, type View } from '../api/client.ts';
import { useLanguage } from '../i18n/provider.tsx';
import { TextField } from './field.tsx';

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
  const found = api.useQuery(
    'get',
    '/admin/v1/keys',
    { params: { query: { limit: 50, ...(text && { query: text }) } } },
    { placeholderData: keepPreviousData },
  );
  const chosen = api.useQuery(
    'get',
    '/admin/v1/keys/{id}',
    { params: { path: { id: keyId ?? '' } } },
    { enabled: keyId !== undefined },
  );
  const keys = found.data?.data ?? [];
  const only = keyId === undefined && text === undefined && keys.length === 1 ? keys[0] : undefined;
  useEffect(() => {
    if (only !== undefined) onChange(only.id);
  });
  return (
    <>
      <TextField
        label={t('shell.keyHolder')}
        hint={hint}
        list={listId}
        required
        value={text ?? (keyId !== undefined && chosen.data ? labelOf(chosen.data) : '')}
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

function labelOf({ name, display }: Pick<View<'Key'>, 'name' | 'display'>): string {
  return `${name} · ${display}`;
}
