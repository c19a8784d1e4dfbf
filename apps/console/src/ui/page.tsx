/** The frame of a page: its title with actions, and cards below. */
import { useEffect, type ReactNode } from 'react';

export function Page({
  title,
  description,
  actions,
  children,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
            {title}
          </h1>
          {description !== undefined && (
            <p className="mt-1 max-w-prose text-muted">{description}</p>
          )}
        </div>
        {actions !== undefined && (
          <div className="flex flex-wrap gap-2 *:whitespace-normal">{actions}</div>
        )}
      </header>
      {children}
    </div>
  );
}

export function Card({
  title,
  actions,
  children,
  isFlush = false,
}: {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Without padding, for tables that reach the edges. */
  readonly isFlush?: boolean;
}) {
  return (
    <section className="min-w-0 rounded-xl border bg-surface">
      {title !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-2 px-5 pt-4">
          <h2 className="min-w-0 text-sm font-semibold wrap-anywhere">{title}</h2>
          {actions}
        </div>
      )}
      <div className={isFlush ? 'pt-2' : 'px-5 py-4'}>{children}</div>
    </section>
  );
}

/** One figure with its name; its width does not change with the value. */
export function Stat({
  label,
  value,
  detail,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly detail?: ReactNode;
}) {
  return (
    <div className="min-w-0 rounded-xl border bg-surface px-5 py-4">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-1 text-xl font-semibold wrap-anywhere tabular-nums max-sm:text-lg">
        {value}
      </dd>
      {detail !== undefined && <dd className="mt-0.5 text-xs text-muted">{detail}</dd>}
    </div>
  );
}
