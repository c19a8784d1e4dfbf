/** The rarely needed fields of an upstream behind a disclosure: its proxy, its certificates and its time limits. */
import { useState } from 'react';
import { numberOf, textOf } from '../../configuration/draft.ts';
import type { DraftForm } from '../../configuration/entity-editor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';

const timeouts = [
  { field: 'first_byte_timeout', label: 'providers.firstByteTimeout', usual: '60' },
  { field: 'idle_timeout', label: 'providers.idleTimeout', usual: '60' },
  { field: 'total_timeout', label: 'providers.totalTimeout', usual: '600' },
] as const;

const fields = ['proxy', 'ca', ...timeouts.map(({ field }) => field)];

export function ConnectionFields({ form: { draft, set, errorOf } }: { readonly form: DraftForm }) {
  const { t } = useLanguage();
  // Emptying the last field does not close it.
  const [isUsed] = useState(() => fields.some((field) => draft[field] !== undefined));
  return (
    <details open={isUsed || undefined} className="rounded-lg border px-4 py-3">
      <summary className="font-medium">{t('providers.connection')}</summary>
      <div className="mt-4 flex flex-col gap-4">
        <TextField
          label={t('providers.proxy')}
          hint={t('providers.proxyHint')}
          placeholder="http://proxy.example:3128"
          value={textOf(draft['proxy'])}
          onInput={(event) => set('proxy', event.currentTarget.value)}
          error={errorOf('proxy')}
          spellCheck={false}
        />
        <TextAreaField
          label={t('providers.certificates')}
          hint={t('providers.certificatesHint')}
          rows={3}
          value={textOf(draft['ca'])}
          onInput={(event) => set('ca', event.currentTarget.value)}
          error={errorOf('ca')}
        />
        <div className="grid items-end gap-4 sm:grid-cols-3">
          {timeouts.map(({ field, label, usual }) => (
            <TextField
              key={field}
              label={t(label)}
              inputMode="decimal"
              placeholder={usual}
              defaultValue={textOf(draft[field])}
              onInput={(event) => set(field, numberOf(event.currentTarget.value))}
              error={errorOf(field)}
            />
          ))}
        </div>
      </div>
    </details>
  );
}
