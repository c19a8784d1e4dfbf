/** The form of a dialog: its fields, the error of the last attempt, and the buttons. */
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { SaveErrorNotice } from './edit-notices.tsx';
import { useLanguage } from '../i18n/provider.tsx';
import { Button } from './button.tsx';
import { useAction } from './use-action.ts';
import { openDisclosure, useFocusOnError } from './use-focus-on-error.ts';

const stickyClass = 'sticky -bottom-4 -mx-5 -mb-4 border-t bg-raised px-5 py-3';

export function DialogForm({
  action,
  onCancel,
  onSubmit,
  onRebase,
  isLong = false,
  children,
}: {
  /** The text of the button, such as "Save". */
  readonly action: string;
  readonly onCancel: () => void;
  /** Closes the dialog when the input is accepted. @throws ApiError when it is not */
  readonly onSubmit: (form: FormData) => Promise<void>;
  /** Continues on the newest version when somebody else has changed what the form changes. */
  readonly onRebase?: (form: FormData) => Promise<void>;
  /** Longer than a screen: the buttons stay in view. */
  readonly isLong?: boolean;
  /** The fields, which may show the error of the last attempt. */
  readonly children: (error: unknown) => ReactNode;
}) {
  const { t } = useLanguage();
  const { isBusy, error, run } = useAction();
  const form = useRef<HTMLFormElement>(null);
  // Some forms refuse a field themselves, without an error.
  const [ended, setEnded] = useState<object>();
  useFocusOnError(form, ended);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    void run(() => onSubmit(data)).then(() => setEnded({}));
  };
  return (
    <form
      ref={form}
      onSubmit={submit}
      // The browser refuses a wrong number without a word where a closed disclosure hides it.
      onInvalidCapture={({ target }) => openDisclosure(target as Element)}
      className="group/form flex flex-col gap-4"
    >
      {children(error)}
      {error !== undefined && (
        <SaveErrorNotice
          error={error}
          onRebase={onRebase && (() => onRebase(new FormData(form.current ?? undefined)))}
        />
      )}
      <div className={`flex justify-end gap-2 ${isLong ? stickyClass : ''}`}>
        <Button onClick={onCancel}>{t('shell.cancel')}</Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
