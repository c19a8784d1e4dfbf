/** The dialog that shows a new secret once: to copy it, test it and set up a client. */
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { View } from '../../api/client.ts';
import { saveFile } from '../../api/download.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { writeEnvFile } from '../setup/client-list.ts';
import { ClientSettings } from '../setup/client-settings.tsx';
import { TestNow } from '../setup/test-now.tsx';

/** @param created nothing closes the dialog */
export function SecretDialog({
  created,
  onClose,
}: {
  readonly created: View<'CreatedKey'> | undefined;
  readonly onClose: () => void;
}) {
  // Resets the dialog, so that the next secret does not see state of the previous one.
  return created && <OpenSecret key={created.secret} created={created} onClose={onClose} />;
}

function OpenSecret({
  created: { id, name, secret },
  onClose,
}: {
  readonly created: View<'CreatedKey'>;
  readonly onClose: () => void;
}) {
  const { t } = useLanguage();
  const copy = useRef<HTMLButtonElement>(null);
  const [isKept, setKept] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => focusPage, []);
  return (
    <Dialog
      title={t('keys.secretTitle', { name })}
      isOpen
      isWide
      onClose={() => (isKept ? onClose() : setAsking(true))}
      initialFocus={copy}
    >
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-3">
          <Notice tone="warn">{t('keys.secretOnce')}</Notice>
          <code className="rounded-lg border bg-sunken px-4 py-3 font-mono text-sm break-all">
            {secret}
          </code>
          <div className="flex flex-wrap gap-2">
            <CopyButton ref={copy} text={secret} hasText onCopied={() => setKept(true)} />
            <Button
              onClick={() => {
                const file = new Blob([writeEnvFile(location.origin, secret)], {
                  type: 'text/plain',
                });
                saveFile('.env', file);
                setKept(true);
              }}
            >
              <Download aria-hidden className="size-4" />
              {t('keys.download')}
            </Button>
          </div>
        </div>
        <section className="flex flex-col gap-3">
          <h3 className="font-semibold">{t('setup.test')}</h3>
          <TestNow keyId={id} />
        </section>
        <section className="flex flex-col gap-3">
          <h3 className="font-semibold">{t('setup.use')}</h3>
          <ClientSettings secret={secret} keyId={id} />
        </section>
        <div className="flex justify-end">
          <Button look="primary" onClick={() => (isKept ? onClose() : setAsking(true))}>
            {t('keys.done')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        title={t('keys.notCopiedTitle')}
        action={t('keys.closeAnyway')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={async () => onClose()}
      >
        {t('keys.notCopied')}
      </ConfirmDialog>
    </Dialog>
  );
}

/** The opener is closed with its own dialog, so the focus must be moved elsewhere. */
function focusPage(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
