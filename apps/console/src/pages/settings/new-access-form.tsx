/** The form that creates a token or invites a user with a role. */
import type { SubmitEvent } from 'react';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import type { Role } from './role.tsx';

export function NewAccessForm({
  field,
  label,
  action,
  onSubmit,
}: {
  /** As the API calls it. */
  readonly field: 'name' | 'email';
  readonly label: string;
  readonly action: string;
  readonly onSubmit: (who: string, role: Role) => Promise<void>;
}) {
  const { t, messageAt } = useLanguage();
  const { isBusy, error, run } = useAction();
  const wrong = messageAt(error, field);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const who = form.get(field);
    if (typeof who !== 'string') return;
    void run(() => onSubmit(who, form.get('role') === 'admin' ? 'admin' : 'viewer'));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={label}
        name={field}
        type={field === 'email' ? 'email' : 'text'}
        required
        error={wrong}
      />
      <SelectField label={t('settings.role')} name="role" hint={t('settings.roleHint')}>
        <option value="viewer">{t('shell.viewer')}</option>
        <option value="admin">{t('shell.admin')}</option>
      </SelectField>
      {error !== undefined && wrong === undefined && <ErrorNotice error={error} />}
      <Button type="submit" look="primary" isBusy={isBusy}>
        {action}
      </Button>
    </form>
  );
}
