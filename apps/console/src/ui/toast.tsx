/** Toasts: short messages such as "Key disabled", with an action such as undo. */
import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/provider.tsx';
import { buttonClass, iconButtonClass } from './button.tsx';

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Toast.Provider timeout={6_000}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-50 flex w-[calc(100%-2rem)] max-w-sm flex-col gap-2">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Returns the function that shows a toast. */
export function useToast(): (
  title: string,
  action?: { readonly label: string; readonly onClick: () => void },
) => void {
  const { add, close } = Toast.useToastManager();
  return (title, action) => {
    const id: string = add({
      title,
      ...(action && {
        actionProps: {
          children: action.label,
          onClick: () => {
            close(id);
            action.onClick();
          },
        },
      }),
    });
  };
}

function ToastList() {
  const { t } = useLanguage();
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="flex items-center gap-2 rounded-lg border bg-raised py-2 pr-2 pl-4 shadow-lg"
    >
      <Toast.Content className="flex min-w-0 flex-1 items-center gap-2">
        <Toast.Title className="min-w-0 flex-1 text-sm" />
        {toast.actionProps && <Toast.Action className={buttonClass('quiet')} />}
        <Toast.Close aria-label={t('shell.close')} className={iconButtonClass}>
          <X aria-hidden className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
