/** The states of a page: error, empty, loading; also badges and hints. */
import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../api/errors.ts';
import { useLanguage } from '../i18n/provider.tsx';
import { Button } from './button.tsx';

/** An error by its code; the message of the gateway is shown unchanged, as text. */
export function ErrorNotice({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: () => void;
}) {
  const { t, describeError } = useLanguage();
  const isApi = error instanceof ApiError;
  const text = describeError(error);
  const hasDetails = isApi && error.message !== '' && error.message !== text;
  return (
    <div role="alert" className="flex items-start gap-3 rounded-lg bg-bad-soft px-4 py-3 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p>{text}</p>
        {hasDetails && <p className="mt-1 text-xs">{error.message}</p>}
        {isApi && error.requestId !== null && (
          <p className="mt-1 font-mono text-xs">{error.requestId}</p>
        )}
      </div>
      {onRetry !== undefined && <Button onClick={onRetry}>{t('shell.retry')}</Button>}
    </div>
  );
}

/** An empty list: the reason and the next step. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-xl border border-dashed px-6 py-12 text-center">
      <Icon aria-hidden className="size-8 text-muted" />
      <p className="font-medium">{title}</p>
      {children !== undefined && <div className="max-w-prose text-muted">{children}</div>}
      {action}
    </div>
  );
}

/** A placeholder while data is loading. */
export function Skeleton({ rows = 4 }: { readonly rows?: number }) {
  const { t } = useLanguage();
  return (
    <div role="status" aria-label={t('shell.loading')} className="flex flex-col gap-2">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="h-10 animate-pulse rounded-lg bg-sunken" />
      ))}
    </div>
  );
}

const tones = {
  neutral: 'bg-sunken text-muted',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
} as const;

export type Tone = keyof typeof tones;

/** A short status, such as "active". */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex items-center rounded-md px-2 py-0.5 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

/** A hint, such as an explanation of a setting. */
export function Notice({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) {
  return <div className={`rounded-lg px-4 py-3 ${tones[tone]}`}>{children}</div>;
}
