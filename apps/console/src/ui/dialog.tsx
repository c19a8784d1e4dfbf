/** Modal dialogs and drawers: they take the focus, close on Escape and return the focus, and ask before input is lost. */
import { Dialog as Primitive } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode, type RefObject } from 'react';
import { useLanguage } from '../i18n/provider.tsx';
import { Button, iconButtonClass } from './button.tsx';
import { ErrorNotice } from './notice.tsx';
import { useAction } from './use-action.ts';
import { useUnsaved } from './use-unsaved.ts';

export interface DialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** A drawer is at the side, as high as the window. */
  readonly placement?: 'middle' | 'side';
  readonly isWide?: boolean;
  /** The element that gets the focus; by default the first field, otherwise the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

export function Dialog({ title, description, isOpen, onClose, children, ...look }: DialogProps) {
  const { t } = useLanguage();
  const { placement = 'middle', isWide = false, initialFocus } = look;
  const body = useRef<HTMLDivElement>(null);
  const unsaved = useUnsaved(isOpen);
  const place =
    placement === 'side'
      ? 'inset-y-0 right-0 h-dvh w-full max-w-2xl border-l'
      : `top-1/2 left-1/2 max-h-[90dvh] w-[calc(100%-1.5rem)] -translate-x-1/2 -translate-y-1/2 rounded-xl border ${isWide ? 'max-w-3xl' : 'max-w-lg'}`;
  return (
    <Primitive.Root
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        if (open) return;
        // A click that misses the form must not discard what was typed.
        if (reason === 'outside-press' && unsaved.isEdited()) return;
        unsaved.leave(onClose);
      }}
      onOpenChangeComplete={unsaved.forget}
    >
      <Primitive.Portal>
        <Primitive.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Primitive.Popup
          initialFocus={initialFocus ?? ((how) => how === 'touch' || findField(body.current))}
          className={`fixed z-50 flex flex-col overflow-hidden bg-raised shadow-xl outline-none ${place}`}
        >
          <div className="flex items-start justify-between gap-4 border-b px-5 py-4">
            <div className="min-w-0">
              <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
              {description !== undefined && (
                <Primitive.Description className="mt-1 text-sm text-muted">
                  {description}
                </Primitive.Description>
              )}
            </div>
            <Primitive.Close aria-label={t('shell.close')} className={iconButtonClass}>
              <X aria-hidden className="size-4" />
            </Primitive.Close>
          </div>
          <div
            ref={body}
            onInput={unsaved.onEdit}
            // Before the click, which may remove its button.
            onClickCapture={unsaved.onEdit}
            className="min-h-0 flex-1 scroll-pb-18 overflow-y-auto px-5 py-4"
          >
            {children}
          </div>
          {unsaved.discard && (
            <ConfirmDialog
              title={t('shell.discardTitle')}
              action={t('shell.discard')}
              cancel={t('shell.keepEditing')}
              isOpen
              onClose={unsaved.keep}
              onConfirm={async () => unsaved.discard?.()}
            >
              {t('shell.discardHint')}
            </ConfirmDialog>
          )}
        </Primitive.Popup>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The first field; true, where there is none, leaves the choice to the dialog. */
function findField(body: HTMLElement | null): HTMLElement | true {
  return body?.querySelector<HTMLElement>('input, select, textarea') ?? true;
}

/** A confirmation of an action that cannot be undone. */
export function ConfirmDialog({
  title,
  children,
  action,
  cancel,
  isOpen,
  onClose,
  onConfirm,
}: {
  readonly title: string;
  readonly children: ReactNode;
  /** The text of the button, such as "Delete". */
  readonly action: string;
  /** The text of the other button, by default "Cancel". */
  readonly cancel?: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<unknown>;
}) {
  const { t } = useLanguage();
  const { isBusy, error, run } = useAction();
  const confirm = () =>
    run(async () => {
      await onConfirm();
      onClose();
    });
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <div>{children}</div>
        {error !== undefined && <ErrorNotice error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{cancel ?? t('shell.cancel')}</Button>
          <Button look="danger" isBusy={isBusy} onClick={() => void confirm()}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
