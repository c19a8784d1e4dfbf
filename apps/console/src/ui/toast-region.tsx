/** Where toasts appear, and how they go; used by `toast.tsx`. */
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { useLanguage } from '../i18n/provider.tsx';
import { Button, IconButton } from './button.tsx';

export interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
}

export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly action: ToastAction | undefined;
}

const shownMs = 6_000;

/** Is there without toasts too, because screen readers announce what is added to a region. F6 moves the focus to it. */
export function ToastRegion({
  isEmpty,
  children,
}: {
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}) {
  const region = useRef<HTMLDivElement>(null);
  const returnTo = useRef<HTMLElement>(null);
  useEffect(() => {
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'F6') region.current?.querySelector('button')?.focus();
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
    };
  }, []);
  useEffect(() => {
    if (!isEmpty) return;
    returnTo.current?.focus();
    returnTo.current = null;
  }, [isEmpty]);
  return (
    <div
      ref={region}
      role="status"
      onFocus={(event) => {
        returnTo.current = findOutside(event) ?? returnTo.current;
      }}
      onBlur={(event) => {
        if (findOutside(event) !== undefined) returnTo.current = null;
      }}
      className="fixed right-4 bottom-4 z-50 flex w-[calc(100%-2rem)] max-w-sm flex-col gap-2"
    >
      {children}
    </div>
  );
}

/** Where the focus was before it entered the region, or is after it left. */
function findOutside({ currentTarget, relatedTarget }: FocusEvent): HTMLElement | undefined {
  const isOutside = relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget);
  return isOutside ? relatedTarget : undefined;
}

/** Goes after a while in which it has neither the pointer nor the focus. */
export function ToastCard({
  toast,
  onClose,
}: {
  readonly toast: Toast;
  readonly onClose: (toast: Toast) => void;
}) {
  const { t } = useLanguage();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => onClose(toast), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, onClose, toast]);
  const { title, action } = toast;
  return (
    <div
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="flex items-center gap-2 rounded-lg border bg-raised py-2 pr-2 pl-4 shadow-lg"
    >
      <p className="min-w-0 flex-1 text-sm break-words">{title}</p>
      {action && (
        <Button
          look="quiet"
          onClick={() => {
            onClose(toast);
            action.onClick();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={t('shell.close')} onClick={() => onClose(toast)}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
