/** The console of a signed-in visitor, a chunk of its own: the sign-in form does not wait for it. */
import { RouterProvider } from '@tanstack/react-router';
import { router } from '../router.tsx';
import { ToastProvider } from '../ui/toast.tsx';

export function SignedIn() {
  return (
    <ToastProvider>
      <RouterProvider router={router} />
    </ToastProvider>
  );
}
