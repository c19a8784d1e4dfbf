/** The bulk actions on selected keys, with progress and failures. */
import { useState } from 'react';
import { refresh, type View } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { deleteKey, doToAll, setDisabled, type Failure } from './key-actions.ts';

type Key = View<'Key'>;

interface Outcome {
  readonly done: number;
  readonly failures: readonly Failure[];
}

export function BulkBar({
  keys,
  onClear,
}: {
  readonly keys: readonly Key[];
  readonly onClear: () => void;
}) {
  const { t, describeError } = useLanguage();
  const [progress, setProgress] = useState<{ readonly done: number; readonly all: number }>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isAsking, setAsking] = useState(false);
  const run = async (act: (key: Key) => Promise<void>) => {
    const all = keys.length;
    setOutcome(undefined);
    setProgress({ done: 0, all });
    const failures = await doToAll(keys, act, (done) => setProgress({ done, all }));
    setProgress(undefined);
    setOutcome({ done: all - failures.length, failures });
    onClear();
    await refresh('/admin/v1/keys');
  };
  const isBusy = progress !== undefined;
  return (
    <div className="flex flex-col gap-3 empty:hidden" aria-live="polite">
      {keys.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 rounded-xl border bg-accent-soft px-4 py-2">
          <span className="mr-auto font-medium tabular-nums">
            {progress === undefined
              ? t('keys.selected', { count: keys.length })
              : `${progress.done} / ${progress.all}`}
          </span>
          <Button disabled={isBusy} onClick={() => void run((key) => setDisabled(key, true))}>
            {t('keys.disable')}
          </Button>
          <Button disabled={isBusy} onClick={() => void run((key) => setDisabled(key, false))}>
            {t('keys.enable')}
          </Button>
          <Button look="danger" disabled={isBusy} onClick={() => setAsking(true)}>
            {t('keys.delete')}
          </Button>
          <Button look="quiet" disabled={isBusy} onClick={onClear}>
            {t('keys.selectNone')}
          </Button>
        </div>
      )}
      {outcome !== undefined && (
        <Notice tone={outcome.failures.length === 0 ? 'good' : 'bad'}>
          <p>{t('keys.bulkDone', { done: outcome.done, failed: outcome.failures.length })}</p>
          <ul className="max-h-40 overflow-y-auto">
            {outcome.failures.map(({ name, error }, index) => (
              <li key={index}>
                {name}: {describeError(error)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <ConfirmDialog
        title={t('keys.deleteAllTitle', { count: keys.length })}
        action={t('keys.delete')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => run(deleteKey)}
      >
        {t('keys.deleteHint')}
      </ConfirmDialog>
    </div>
  );
}
