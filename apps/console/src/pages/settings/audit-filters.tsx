/** The filters of the audit log, which are part of the URL. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLanguage } from '../../i18n/provider.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { nounOf, subjectKinds } from './audit-sentence.ts';
import type { SettingsSearch } from './search.ts';

export function AuditFilters({ actors }: { readonly actors: ReadonlyMap<string, string> }) {
  const { t } = useLanguage();
  const search = useSearch({ from: '/settings' });
  const navigate = useNavigate({ from: '/settings' });
  const bind = (name: Exclude<keyof SettingsSearch, 'tab' | 'query'>) => ({
    value: search[name] ?? '',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const value = event.currentTarget.value || undefined;
      void navigate({ search: (before) => ({ ...before, [name]: value }), replace: true });
    },
  });
  const { actor } = search;
  return (
    <div className="grid grid-cols-2 gap-3 px-4 pb-4 md:grid-cols-3 lg:grid-cols-6">
      <SelectField label={t('settings.actor')} {...bind('actor')}>
        <option value="">{t('settings.all')}</option>
        {[...actors].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {actor !== undefined && !actors.has(actor) && <option>{actor}</option>}
      </SelectField>
      <TextField label={t('settings.action')} placeholder="key.create" {...bind('action')} />
      <SelectField label={t('settings.subject')} {...bind('subject_kind')}>
        <option value="">{t('settings.all')}</option>
        {subjectKinds.map((kind) => {
          const noun = nounOf(kind);
          return (
            <option key={kind} value={kind}>
              {noun ? t(noun) : kind}
            </option>
          );
        })}
      </SelectField>
      <TextField label={t('settings.subjectId')} {...bind('subject_id')} />
      <TextField label={t('settings.from')} type="date" {...bind('from')} />
      <TextField label={t('settings.until')} type="date" {...bind('until')} />
    </div>
  );
}
