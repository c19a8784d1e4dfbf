/** Form fields: a control with its label, hint and error, linked for screen readers. */
import { useId, type ComponentProps, type ReactNode } from 'react';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

export const controlClass =
  'w-full min-h-9 rounded-lg border border-line-strong bg-surface px-3 py-1.5 text-sm text-text placeholder:text-muted disabled:opacity-60 aria-invalid:border-bad pointer-coarse:min-h-11';

export function TextField({
  label,
  hint,
  error,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, 'className'>) {
  const { id, described, frame } = useField({ label, hint, error });
  return frame(
    <input
      autoComplete="off"
      {...rest}
      id={id}
      aria-describedby={described}
      aria-invalid={error !== undefined}
      className={controlClass}
    />,
  );
}

export function TextAreaField({
  label,
  hint,
  error,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, 'className'>) {
  const { id, described, frame } = useField({ label, hint, error });
  return frame(
    <textarea
      spellCheck={false}
      {...rest}
      id={id}
      aria-describedby={described}
      aria-invalid={error !== undefined}
      className={`${controlClass} font-mono`}
    />,
  );
}

export function SelectField({
  label,
  hint,
  error,
  children,
  ...rest
}: FieldProps & Omit<ComponentProps<'select'>, 'className'>) {
  const { id, described, frame } = useField({ label, hint, error });
  return frame(
    <select
      {...rest}
      id={id}
      aria-describedby={described}
      aria-invalid={error !== undefined}
      className={controlClass}
    >
      {children}
    </select>,
  );
}

export function CheckField({
  label,
  hint,
  ...rest
}: Omit<FieldProps, 'error'> & Omit<ComponentProps<'input'>, 'className' | 'type'>) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <input
        type="checkbox"
        {...rest}
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="mt-0.5 size-4 accent-accent-solid pointer-coarse:size-6"
      />
      <div className="min-w-0 wrap-anywhere">
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

function useField({ label, hint, error }: FieldProps) {
  const id = useId();
  const described = hint === undefined && error === undefined ? undefined : `${id}-hint`;
  const frame = (control: ReactNode) => (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {control}
      {described !== undefined && (
        <p
          id={described}
          className={`text-xs wrap-anywhere ${error === undefined ? 'text-muted' : 'text-bad'}`}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
  return { id, described, frame };
}
