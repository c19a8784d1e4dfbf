/** What a form shows when somebody else has saved meanwhile, and after it has taken over that version. */
import { ApiError } from '../api/errors.ts';
import { useLanguage } from '../i18n/provider.tsx';
import { Button } from './button.tsx';
import { ErrorNotice, Notice } from './notice.tsx';
import { useAction } from './use-action.ts';
import type { Overlap } from '../edits/merge.ts';

/** Whether a change was refused because somebody else has made another one. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

/**
 * The error of saving, unless a field of the form shows it; if the version is outdated, with a button that continues on
 * the newest one.
 */
export function SaveErrorNotice({
  error,
  onRebase,
}: {
  readonly error: unknown;
  readonly onRebase: (() => Promise<void>) | undefined;
}) {
  const { t } = useLanguage();
  const rebasing = useAction();
  if (onRebase === undefined || !isOutdated(error)) {
    return (
      <div className="group-has-[[aria-invalid=true]]/form:hidden">
        <ErrorNotice error={error} />
      </div>
    );
  }
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-3 rounded-lg bg-warn-soft px-4 py-3 text-warn"
    >
      <p>{t('shell.outdated')}</p>
      <Button isBusy={rebasing.isBusy} onClick={() => void rebasing.run(onRebase)}>
        {t('shell.rebase')}
      </Button>
      {rebasing.error !== undefined && <ErrorNotice error={rebasing.error} />}
    </div>
  );
}

/** Says that the form has the newest version, and what both changed. */
export function RebasedNotice({ overlaps }: { readonly overlaps: readonly Overlap[] | undefined }) {
  const { t } = useLanguage();
  if (overlaps === undefined) return null;
  return (
    <div role="status">
      <Notice tone="accent">
        <p>{t('shell.rebased')}</p>
        {overlaps.map(({ path, theirs }) => (
          <p key={path} className="mt-1">
            {t('shell.overlap', {
              field: path.replace(/^configuration\./, ''),
              value: JSON.stringify(theirs ?? null),
            })}
          </p>
        ))}
      </Notice>
    </div>
  );
}
