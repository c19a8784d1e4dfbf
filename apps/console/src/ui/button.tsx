/** Buttons, and links that look like them. */
import type { ComponentProps, ReactNode } from 'react';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

const looks: Readonly<Record<Look, string>> = {
  primary: 'bg-accent-solid text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line bg-surface text-text hover:bg-sunken',
  quiet: 'text-text hover:bg-sunken',
  danger: 'bg-bad-solid text-on-accent hover:opacity-90',
};

/** For elements that cannot be a `Button`, such as a link or the trigger of a menu. */
export function buttonClass(look: Look = 'secondary'): string {
  return `inline-flex min-h-9 items-center justify-center gap-2 rounded-lg px-3 text-sm font-medium whitespace-nowrap transition-colors disabled:opacity-50 aria-disabled:opacity-50 pointer-coarse:min-h-11 ${looks[look]}`;
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: Look;
  /** Shows progress; meanwhile the button does nothing and keeps the focus, which a disabled one would lose. */
  readonly isBusy?: boolean;
}

export function Button({ look, isBusy = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // Also keeps a form from being submitted again, by Enter in one of its fields too.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy}
      className={buttonClass(look)}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}

/** A button that shows only an icon; the label is its accessible name. */
export function IconButton({
  label,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'className'> & {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <button type="button" {...rest} aria-label={label} title={label} className={iconButtonClass}>
      {children}
    </button>
  );
}

export const iconButtonClass =
  'inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted transition-colors hover:bg-sunken hover:text-text disabled:opacity-50 pointer-coarse:size-11';

export function Spinner() {
  return (
    <span
      aria-hidden
      className="size-3.5 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  );
}
