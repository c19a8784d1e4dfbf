/** The form of a dialog: its fields, the error of the last attempt, and the buttons. */
import type { ReactNode, SubmitEvent } from 'react';
import { useLanguage } from '../i18n/provider.tsx';
import { Button } from './button.tsx';
import { ErrorNotice } from './notice.tsx';
import { useAction } from './use-action.ts';

export function DialogForm({
  action,
  onCancel,
  onSubmit,
  children,
}: {
  /** The text of the button, such as "Save". */
  readonly action: string;
  readonly onCancel: () => void;
  /** Closes the dialog when the input is accepted. @throws ApiError when it is not */
  readonly onSubmit: (form: FormData) => Promise<void>;
  /** The fields, which may show the error of the last attempt. */
  readonly children: (error: unknown) => ReactNode;
}) {
  const { t } = useLanguage();
  const { isBusy, error, run } = useAction();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void run(() => onSubmit(form));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {children(error)}
      {error !== undefined && <ErrorNotice error={error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t('shell.cancel')}</Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
