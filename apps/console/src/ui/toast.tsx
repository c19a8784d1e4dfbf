/** Toasts: short messages such as "Key disabled", with an action such as undo. */
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
import { ToastCard, ToastRegion, type Toast, type ToastAction } from './toast-region.tsx';

type ShowToast = (title: string, action?: ToastAction) => void;

const mostShown = 3;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Returns the function that shows a toast. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const count = useRef(0);
  const show = useCallback<ShowToast>((title, action) => {
    count.current += 1;
    const toast = { id: count.current, title, action };
    setToasts((before) => [...before, toast].slice(-mostShown));
  }, []);
  const close = useCallback((closed: Toast) => {
    setToasts((before) => before.filter((toast) => toast !== closed));
  }, []);
  return (
    <ToastContext.Provider value={show}>
      {children}
      <ToastRegion isEmpty={toasts.length === 0}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={close} />
        ))}
      </ToastRegion>
    </ToastContext.Provider>
  );
}
