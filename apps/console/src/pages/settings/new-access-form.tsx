/** The form that creates a token or invites a user with a role. */
import { useLanguage } from '../../i18n/provider.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { Role } from './role.tsx';

export function NewAccessForm({
  field,
  label,
  action,
  onCancel,
  onSubmit,
}: {
  /** As the API calls it. */
  readonly field: 'name' | 'email';
  readonly label: string;
  readonly action: string;
  readonly onCancel: () => void;
  readonly onSubmit: (who: string, role: Role) => Promise<void>;
}) {
  const { t, messageAt } = useLanguage();
  return (
    <DialogForm
      action={action}
      onCancel={onCancel}
      onSubmit={async (form) => {
        const who = form.get(field);
        if (typeof who !== 'string') return;
        await onSubmit(who, form.get('role') === 'admin' ? 'admin' : 'viewer');
      }}
    >
      {(error) => (
        <>
          <TextField
            label={label}
            name={field}
            type={field === 'email' ? 'email' : 'text'}
            required
            error={messageAt(error, field)}
          />
          <SelectField label={t('settings.role')} name="role" hint={t('settings.roleHint')}>
            <option value="viewer">{t('shell.viewer')}</option>
            <option value="admin">{t('shell.admin')}</option>
          </SelectField>
        </>
      )}
    </DialogForm>
  );
}
